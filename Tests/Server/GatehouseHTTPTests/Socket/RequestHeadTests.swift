// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import GatehouseSites
import NIOHTTP1
import Testing

@Suite struct RequestHeadTests {
    private func head(
        _ headers: HTTPHeaders, target: String = "/path?query", version: HTTPVersion = .http1_1,
        method: HTTPMethod = .POST, limit: Int = 1_000
    ) -> RequestHead {
        let received = HTTPRequestHead(version: version, method: method, uri: target, headers: headers)
        return RequestHead(received, from: "192.0.2.1") { method, path, length in
            #expect(method == "POST" && path == "/path")
            return length <= limit
        }
    }

    @Test(
        arguments: [
            (nil, false), ("close", true), ("Keep-Alive, TE", false), ("keep-alive", false), ("TE, Close", true),
            ("\u{301}\u{323}", true), ("close, \u{E4}", true),
        ] as [(String?, Bool)])
    func `a request is the last one with the option close, or with options that are not ASCII`(
        option: String?, isLast: Bool
    ) {
        var headers: HTTPHeaders = ["Host": "localhost"]
        if let option { headers.add(name: "Connection", value: option) }
        let head = head(headers)
        #expect(head.request.flaw == nil)
        #expect(head.isLast == isLast)
    }

    @Test(arguments: [(nil, false), ("", false), ("200-ok", false), ("100-continue", true), ("100-Continue", true)])
    func `a client of HTTP 1_1 can await 100 Continue, one of HTTP 1_0 cannot`(expectation: String?, awaits: Bool) {
        var headers: HTTPHeaders = ["Host": "localhost", "Content-Length": "9"]
        if let expectation { headers.add(name: "Expect", value: expectation) }
        #expect(head(headers).awaitsContinue == awaits)
        #expect(!head(headers, version: .http1_0).awaitsContinue)
    }

    @Test(
        arguments: [
            ([], .noHost), ([("host", "a")], nil), ([("Host", "a"), ("HOST", "a")], .severalHosts),
        ] as [([(String, String)], RequestFlaw?)])
    func `a request without one host is flawed, and is the last one`(headers: [(String, String)], flaw: RequestFlaw?) {
        let head = head(HTTPHeaders(headers))
        #expect(head.request.flaw == flaw)
        #expect(head.isLast == (flaw != nil))
    }

    @Test func `a request of HTTP 1_0 needs no host, and cannot be chunked`() {
        #expect(head([:], version: .http1_0).request.flaw == nil)
        let chunked: HTTPHeaders = ["Transfer-Encoding": "chunked"]
        #expect(head(chunked, version: .http1_0).request.flaw == .transferEncodingOfOldVersion)
    }

    @Test(
        arguments: [
            ("1000", nil), ("1001", .bodyTooLong), ("99999999999999999999", .bodyTooLong),
        ] as [(String, RequestFlaw?)])
    func `a body over the limit is refused before the client sends it, and without 100 Continue`(
        length: String, flaw: RequestFlaw?
    ) {
        let head = head(["Host": "a", "Expect": "100-continue", "Content-Length": length])
        #expect(head.request.flaw == flaw)
        #expect(head.awaitsContinue == (flaw == nil))
    }

    @Test func `a request for another protocol is the last one, and stops the decoder`() {
        let upgrade: HTTPHeaders = ["Host": "a", "Upgrade": "h2c", "Connection": "upgrade"]
        for head in [head(upgrade), head(["Host": "a"], method: .CONNECT)] {
            #expect(head.stopsDecoder && head.isLast)
        }
        #expect(!head(["Host": "a"]).stopsDecoder)
    }

    @Test(
        arguments: [
            ("/a?b#c", "/a", "b", "localhost"), ("http://evil.example:1/a?b#c", "/a", "b", "evil.example:1"),
            ("HTTPS://a", "/", "", "a"),
        ])
    func `the host of an absolute target replaces Host`(target: String, path: String, query: String, host: String) {
        let head = head(["Host": "localhost", "X-One": "1"], target: target)
        #expect(head.request.flaw == nil)
        #expect(head.request.path == path && head.request.query == query)
        #expect(head.request.headers.filter { $0.name == "Host" }.map(\.value) == [host])
        #expect(head.request.header("x-one") == "1")
    }

    @Test(arguments: [
        ("a b", "/", RequestFlaw.invalidHost), ("a,b", "/", .invalidHost), ("a", "ftp://a/", .invalidTarget),
        ("user@a", "/", .invalidHost), ("a", "http://user@a/", .invalidTarget),
        ("a", "http://a@b.example/", .invalidTarget),
    ])
    func `a host or a target of another form is a flaw`(host: String, target: String, flaw: RequestFlaw) {
        #expect(head(["Host": host], target: target).request.flaw == flaw)
    }

    @Test func `the host name of a request is that of its absolute target`() {
        #expect(head(["Host": "auth.example.com"]).request.host?.description == "auth.example.com")
        let absolute = head(["Host": "auth.example.com"], target: "http://OTHER.example:80/login")
        #expect(absolute.request.host?.description == "other.example")
        #expect(head(["Host": "auth.example.com"], target: "http://127.0.0.1/").request.host == nil)
    }

    @Test(arguments: [("chunked", nil), ("gzip, chunked", RequestFlaw.unknownTransferCoding)])
    func `another transfer coding than chunked is a flaw`(coding: String, flaw: RequestFlaw?) {
        #expect(head(["Host": "a", "Transfer-Encoding": coding]).request.flaw == flaw)
    }
}
