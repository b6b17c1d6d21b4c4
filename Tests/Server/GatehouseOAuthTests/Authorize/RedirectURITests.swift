// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOAuth
import Testing

@Suite("A redirect URI", .tags(.security))
struct RedirectURITests {
    private static let registered = [
        "https://app.example.com/callback", "http://localhost:3000/cb", "http://127.0.0.1:3000/cb",
        "http://[::1]:3000/cb",
        "myapp://", "com.example.app:/done?a=b",
    ]

    @Test("is found by its exact text", arguments: Self.registered)
    func exactText(address: String) {
        #expect(RedirectURI(address, registered: Self.registered)?.text == address)
    }

    @Test(
        "that is not registered byte for byte is refused",
        arguments: [
            "https://app.example.com/callback/", "https://app.example.com/callback?x",
            "https://app.example.com/callback#",
            "https://app.example.com/callbac", "https://app.example.com/callback/../callback",
            "https://app.example.com/./callback", "https://APP.example.com/callback",
            "HTTPS://app.example.com/callback",
            "https://app.example.com:443/callback", "https://app.example.com/%63allback",
            "https://user@app.example.com/callback", "https://app.example.com@evil.example/callback",
            "https://app.example.com.evil.example/callback", "https://app.example.com\\@evil.example/callback",
            " https://app.example.com/callback", "https://app.example.com/callback\n",
            "http://app.example.com/callback",
            "http://localhost/cb", "http://localhost:3001/cb", "http://localhost:3000/cb/x", "http://127.0.0.2:3000/cb",
            "http://localhost.evil.example:3000/cb", "http://[::1]/cb", "myapp://evil", "myapp:", "MYAPP://",
            "com.example.app:/done",
            "", "callback", "//app.example.com/callback",
        ])
    func otherTexts(address: String) {
        #expect(RedirectURI(address, registered: Self.registered) == nil)
    }

    @Test("that has the same characters in another normalization is refused")
    func normalization() {
        let registered = ["https://app.example.com/caf\u{E9}"]
        #expect(RedirectURI("https://app.example.com/cafe\u{301}", registered: registered) == nil)
    }

    @Test(
        "that a browser must not open is refused although it is registered",
        arguments: [
            "http://app.example.com/cb", "http://localhost.evil.example/cb", "http://user@localhost:3000/cb",
            "http://127.0.0.1@evil.example/cb", "https://user@app.example.com/cb", "https:/app.example.com/cb",
            "https:///cb", "https://app.example.com/cb#fragment", "javascript:alert(1)", "JavaScript:alert(1)",
            "data:text/html,x", "vbscript:x", "blob:https://app.example.com/x", "file:///etc/passwd", "1app://x", ":x",
            "x",
            "https://app.example.com/a b", "https://app.example.com/caf\u{E9}",
        ])
    func refusedForms(address: String) {
        #expect(RedirectURI(address, registered: [address]) == nil)
    }

    @Test("without registered addresses is refused")
    func nothingRegistered() {
        #expect(RedirectURI("https://app.example.com/cb", registered: nil) == nil)
        #expect(RedirectURI("https://app.example.com/cb", registered: []) == nil)
    }

    @Test("names its origin or its scheme for the content security policy")
    func policySource() {
        func source(_ address: String) -> String? { RedirectURI(address, registered: [address])?.policySource }
        #expect(source("https://app.example.com:8443/callback?a=b") == "https://app.example.com:8443")
        #expect(source("http://[::1]:3000/cb") == "http://[::1]:3000")
        #expect(source("https://app.example.com") == "https://app.example.com")
        #expect(source("https://app.example.com;script-src/x") == nil)
        #expect(source("myapp://callback") == "myapp:")
        #expect(source("com.example.app:/done") == "com.example.app:")
    }
}
