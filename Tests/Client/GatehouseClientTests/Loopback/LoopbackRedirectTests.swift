// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Testing

/// The redirect URIs at which a program of this machine can listen.
@Suite struct LoopbackRedirectTests {
    private static func redirect(_ text: String) throws -> LoopbackRedirect? {
        LoopbackRedirect(try #require(URL(string: text)))
    }

    @Test(arguments: [
        ("http://localhost:8080/callback", ["127.0.0.1", "::1"], "localhost:8080"),
        ("http://127.0.0.1:8080/callback", ["127.0.0.1"], "127.0.0.1:8080"),
        ("http://[::1]:8080/callback", ["::1"], "[::1]:8080"),
        ("HTTP://LOCALHOST:8080/callback", ["127.0.0.1", "::1"], "localhost:8080"),
    ])
    func `a redirect URI on this machine has its addresses`(text: String, addresses: [String], host: String) throws {
        let redirect = try #require(try Self.redirect(text))
        #expect(redirect.addresses == addresses)
        #expect(redirect.port == 8_080)
        #expect(redirect.path == "/callback")
        #expect(redirect.authority(port: 8_080) == host)
    }

    @Test func `a redirect URI without a port or a path has the standard ones`() throws {
        let redirect = try #require(try Self.redirect("http://localhost"))
        #expect(redirect.port == 80)
        #expect(redirect.path == "/")
        #expect(redirect.authority(port: 80) == "localhost")
    }

    @Test(arguments: [
        "https://localhost:8080/", "myapp://callback", "http://example.com/", "http://0.0.0.0:8080/",
        "http://127.0.0.2/",
        "http://localhost.example.com/", "http://127.0.0.1.example.com/", "http://user@localhost/",
        "http://localhost:8080/#x", "http:localhost", "http://[::]:8080/", "http://app.localhost:8080/",
    ])
    func `a redirect URI elsewhere is none of this machine`(text: String) throws {
        #expect(try Self.redirect(text) == nil)
    }

    @Test func `a callback keeps the query unchanged`() throws {
        let redirect = try #require(try Self.redirect("http://localhost:8080/callback?x=1"))
        let url = redirect.callback(query: "x=1&code=a%2Bb", port: 8_080)
        #expect(url?.absoluteString == "http://localhost:8080/callback?x=1&code=a%2Bb")
        #expect(redirect.callback(query: "a={b}|[c]", port: 8_080)?.query(percentEncoded: false) == "a={b}|[c]")
        #expect(redirect.callback(query: nil, port: 8_080)?.absoluteString == "http://localhost:8080/callback")
    }
}
