// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWebAuthn
import Testing

@Suite struct RelyingPartyTests {
    /// The hash of a known app's certificate.
    private static let app = "-_AxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJzdHU"

    @Test(arguments: [
        ("example.com", "https://example.com"), ("example.com", "https://example.com:8443"),
        ("example.com", "https://login.example.com"), ("example.com", "https://a.b.example.com"),
        ("Example.COM", "https://example.com"), ("localhost", "http://localhost:9229"),
        ("localhost", "http://localhost"), ("localhost", "https://localhost:9229"),
    ])
    func `pages of the domain are allowed`(id: String, origin: String) {
        #expect(RelyingParty(id: id).allows(origin: origin))
    }

    @Test(arguments: [
        ("example.com", "http://example.com"), ("example.com", "https://example.org"),
        ("example.com", "https://badexample.com"), ("example.com", "https://example.com.evil.org"),
        ("login.example.com", "https://example.com"), ("example.com", "https://evil.org/example.com"),
        ("example.com", "https://evil.org#.example.com"), ("example.com", "https://evil.org?.example.com"),
        ("example.com", "https://evil.org:443@example.com"), ("example.com", "https://user@example.com"),
        ("example.com", "https://example.com/"), ("example.com", "https://example.com:"),
        ("example.com", "https://example.com:x"), ("example.com", "https://example.com:0443"),
        ("example.com", "https://example.com:99999"), ("example.com", "https://example.com:1:2"),
        ("example.com", "https://.example.com"), ("example.com", "https://a..example.com"),
        ("example.com", "https://EXAMPLE.com"), ("example.com", "https://example.com "),
        ("example.com", "ftp://example.com"), ("example.com", "//example.com"), ("example.com", "example.com"),
        ("example.com", ""), ("example.com", "https://"), ("example.com", "null"),
        ("example.com", "https://\u{0}.example.com"), ("example.com", "https://ex\u{00e4}.example.com"),
        ("localhost", "http://app.localhost"), ("localhost", "http://127.0.0.1:9229"),
        ("localhost", "http://localhost.evil.org"), ("example.com", "http://localhost"),
        ("example.com", "android:apk-key-hash:"), ("example.com", "android:apk-key-hash:AAAA"),
        ("example.com", "android:apk-key-hash:-_AxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJzdHU="),
        ("example.com", "android:apk-key-hash:AAAxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJzdHU"),
        ("example.com", "android:evil:\(Self.app)"), ("example.com", Self.app),
    ])
    func `another origin is refused`(id: String, origin: String) {
        #expect(!RelyingParty(id: id, androidCertificates: [Self.app]).allows(origin: origin))
    }

    @Test func `an Android app is allowed if its certificate is known`() {
        let origin = "android:apk-key-hash:\(Self.app)"
        #expect(RelyingParty(id: "example.com", androidCertificates: [Self.app]).allows(origin: origin))
        #expect(!RelyingParty(id: "example.com").allows(origin: origin))
    }

    @Test(arguments: ["example.com", "auth.example.com", "Example.COM", "localhost", "xn--bcher-kva.example", "a-1.b2"])
    func `passkeys can belong to a domain`(_ text: String) {
        #expect(RelyingParty.isDomain(text))
    }

    @Test(arguments: [
        "", "com", "intranet", ".com", "example.", "a..b", "127.0.0.1", "[::1]", "example.com:443",
        "https://example.com", "exa mple.com", "b\u{00fc}cher.example", "*.example.com",
    ])
    func `passkeys cannot belong to a top-level domain, an IP address or an invalid domain`(_ text: String) {
        #expect(!RelyingParty.isDomain(text))
    }
}
