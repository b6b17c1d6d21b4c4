// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Testing

/// What a loopback listener takes for the browser's return, and what it does not.
@Suite struct CallbackRequestTests {
    private static func read(_ text: String) -> CallbackRequest {
        CallbackRequest(Array(text.utf8), authority: "localhost:8080", path: "/callback")
    }

    private static func request(
        _ line: String = "GET /callback?code=c&state=s HTTP/1.1",
        _ fields: [String] = ["Host: localhost:8080"]
    ) -> CallbackRequest {
        read(([line] + fields).joined(separator: "\r\n") + "\r\n\r\n")
    }

    @Test func `a request for the redirect URI is the callback, with its query as it is escaped`() {
        #expect(Self.request() == .callback(query: "code=c&state=s"))
        #expect(Self.request("GET /callback?a=%20+b HTTP/1.0") == .callback(query: "a=%20+b"))
        #expect(Self.request("GET /callback?x=a?b HTTP/1.1") == .callback(query: "x=a?b"))
        #expect(Self.request("GET /callback HTTP/1.1") == .callback(query: nil))
        let fields = ["HOST:  LocalHost:8080 ", "Sec-Fetch-Dest: document", "Sec-Fetch-Site: cross-site"]
        #expect(Self.request("GET /callback? HTTP/1.1", fields) == .callback(query: ""))
    }

    @Test(arguments: [
        ["Host: attacker.example:8080"], ["Host: localhost"], ["Host: localhost:80801"], ["Host: localhost:8080."],
        ["Host: 127.0.0.1:8080"], ["Host:"], [], ["Host: localhost:8080", "Host: localhost:8080"],
        ["X-Forwarded-Host: localhost:8080"], ["Host: localhost:8080, attacker.example"],
        ["Host: a@localhost:8080"],
    ])
    func `a request under another host name is refused, so that a rebound name has no use`(fields: [String]) {
        #expect(
            Self.request(fields.isEmpty ? "GET /callback?code=c HTTP/1.1" : "GET /callback HTTP/1.1", fields) == .other)
    }

    @Test(arguments: [
        "GET / HTTP/1.1", "GET /favicon.ico HTTP/1.1", "GET /callback/ HTTP/1.1", "GET /callback2 HTTP/1.1",
        "GET /Callback HTTP/1.1", "GET //callback HTTP/1.1", "GET /./callback HTTP/1.1", "GET /x/../callback HTTP/1.1",
        "GET /%63allback HTTP/1.1", "GET /callback;x HTTP/1.1", "GET /callback#x HTTP/1.1",
        "GET /callback?code=c#x HTTP/1.1",
        "GET http://localhost:8080/callback HTTP/1.1", "GET callback HTTP/1.1",
    ])
    func `a request for another path is refused`(line: String) {
        #expect(Self.request(line) == .other)
    }

    @Test(arguments: [
        "POST /callback HTTP/1.1", "HEAD /callback HTTP/1.1", "OPTIONS /callback HTTP/1.1", "get /callback HTTP/1.1",
        "GET /callback HTTP/2.0", "GET /callback", "GET  /callback HTTP/1.1", "GET /callback  HTTP/1.1", "",
        "GET /callback?a b HTTP/1.1", "GET /callback?\u{E9} HTTP/1.1", "GET /callback?\u{0} HTTP/1.1", "PRI * HTTP/2.0",
    ])
    func `a request of another method or form is refused`(line: String) {
        #expect(Self.request(line) == .other)
    }

    @Test(arguments: ["image", "iframe", "script", "empty", "video", "document, image"])
    func `a request that a page makes for a part of itself is refused`(destination: String) {
        let fields = ["Host: localhost:8080", "Sec-Fetch-Dest: \(destination)"]
        #expect(Self.request("GET /callback?error=x HTTP/1.1", fields) == .other)
    }

    @Test(arguments: ["no colon", " Host: localhost:8080", "\tfolded: x"])
    func `a malformed header is refused`(field: String) {
        #expect(Self.request("GET /callback HTTP/1.1", ["Host: localhost:8080", field]) == .other)
    }

    @Test func `a request is incomplete until its last byte, and bytes after it do not count`() {
        let text = "GET /callback?code=c HTTP/1.1\r\nHost: localhost:8080\r\n\r\n"
        let bytes = Array(text.utf8)
        for count in bytes.indices {
            let request = CallbackRequest(Array(bytes[..<count]), authority: "localhost:8080", path: "/callback")
            #expect(request == .incomplete)
        }
        #expect(Self.read(text) == .callback(query: "code=c"))
        #expect(Self.read(text + "GET /callback?code=d HTTP/1.1\r\n\r\n") == .callback(query: "code=c"))
    }

    @Test func `a head over the bound is too long, whether or not it ends`() {
        let long = String(repeating: "a", count: CallbackRequest.longestHead)
        #expect(Self.read("GET /callback?\(long)") == .tooLong)
        #expect(Self.request("GET /callback?\(long) HTTP/1.1") == .tooLong)
        let just = String(repeating: "a", count: CallbackRequest.longestHead - 100)
        #expect(Self.request("GET /callback?\(just) HTTP/1.1") == .callback(query: just))
    }
}
