// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWebAuthn
import Testing

@Suite struct RelyingPartyTests {
    @Test(arguments: [
        ("example.com", "https://example.com"), ("example.com", "https://example.com:8443"),
        ("example.com", "https://login.example.com"), ("example.com", "https://a.b.example.com"),
        ("Example.COM", "https://example.com"), ("localhost", "http://localhost:9229"),
        ("localhost", "http://localhost"), ("localhost", "https://localhost:9229"),
        ("example.com", "android:apk-key-hash:-_AxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJzdHU"),
    ])
    func `pages and apps of the domain are allowed`(id: String, origin: String) {
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
        ("example.com", "android:evil:-_AxMjM0NTY3ODlhYmNkZWZnaGlqa2xtbm9wcXJzdHU"),
    ])
    func `nobody else is`(id: String, origin: String) {
        #expect(!RelyingParty(id: id).allows(origin: origin))
    }
}
