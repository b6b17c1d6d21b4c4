// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import Testing

@Suite("Identities of other providers")
struct ExternalIdentityTests {
    @Test("Provider and subject are compared apart, never as one joined name")
    func partsAreApart() {
        let one = ExternalIdentity(provider: "a", subject: "b_c")
        #expect(one != ExternalIdentity(provider: "a_b", subject: "c"))
        #expect(one == ExternalIdentity(provider: "a", subject: "b_c"))
    }
}

@Suite struct ProviderAddressTests {
    @Test(arguments: [
        "https://a", "https://idp.example.com/sso?a=b&c=d", "http://127.0.0.1:8080/x", "https://[::1]:443/",
        "https://a/%20;x",
    ])
    func `an absolute address of http or https can be used`(_ address: String) {
        #expect(ProviderAddress.isAbsolute(address))
    }

    @Test(arguments: [
        "", "https://", "https:///path", "https://?a", "//a", "/a", "a.example.com", "ftp://a", "javascript:alert(1)",
        "HTTPS://a", "https://user@a", "https://user:b@a/", "https://a#b", "https://a/ b", "https://a\r\nX: y",
        "https://a/\"><script>", "https://a\\b", "https://ä.example", "https://:443/", "data:text/html,x",
        "https://a/" + String(repeating: "x", count: 2_048),
    ])
    func `another text, or one that browsers read differently, is refused`(_ address: String) {
        #expect(!ProviderAddress.isAbsolute(address))
    }
}
