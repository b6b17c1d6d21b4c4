// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@testable import GatehouseOutbound

@Suite("URLs of requests to other servers")
struct FetchTargetTests {
    @Test("Host, port and path are those of the URL")
    func parts() throws {
        let plain = try FetchTarget("https://Login.Example.com/a/b?c=d")
        #expect((plain.host, plain.port, plain.path) == ("login.example.com", 443, "/a/b?c=d"))
        #expect(plain.authority == "login.example.com")
        let query = try FetchTarget("http://localhost:8080?a")
        #expect((query.host, query.port, query.path) == ("localhost", 8_080, "/?a"))
        #expect(!query.isEncrypted)
        let six = try FetchTarget("https://[::1]:9/")
        #expect((six.host, six.port, six.authority) == ("::1", 9, "[::1]:9"))
    }

    @Test(
        "A URL that two readers could take apart differently is refused",
        arguments: [
            "", "https://", "https:///path", "ftp://example.com/", "file:///etc/passwd", "//example.com/",
            "https://user@example.com/", "https://example.com@127.0.0.1/", "https://example.com#@127.0.0.1/",
            "https://example.com\\@127.0.0.1/", "https://example.com:443:80/", "https://example.com:0/",
            "https://example.com:65536/", "https://example.com:+1/", "https://exa mple.com/",
            "https://example.com/\r\nX: y",
            "https://[::1/", "https://[fe80::1%25eth0]/", "https://[::1]x/", "https://ex%61mple.com/",
            "https://exämple.com/",
            "https://" + String(repeating: "a", count: 254) + "/", "https://a/" + String(repeating: "b", count: 8_192),
        ])
    func refused(_ url: String) {
        #expect(throws: OutboundFailure.malformedURL) { try FetchTarget(url) }
    }
}
