// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import Testing

@Suite struct HostNameTests {
    private func host(_ values: String...) -> String? {
        let headers = values.map { (name: "Host", value: $0) }
        return GatewayRequest(method: "GET", path: "/", headers: headers).host?.description
    }

    @Test(arguments: [
        "auth.example.com", "auth.example.com:443", "auth.example.com:", "AUTH.Example.COM:8443", "auth.example.COM",
    ])
    func `a host name counts in lower case and without its port`(value: String) {
        #expect(host(value) == "auth.example.com")
    }

    @Test(
        .tags(.security),
        arguments: [
            "", "auth.example.com.", "auth.example.com.:443", ".auth.example.com", "auth..example.com", ".",
            "user@auth.example.com", "user:pass@auth.example.com", "auth.example.com@evil.example",
            "auth.example.com/login", "auth.example.com?a", "auth.example.com#a", "http://auth.example.com",
            "auth.example.com, evil.example", "auth.example.com evil.example", " auth.example.com",
            "auth.example.com\t", "auth.example.com:443:443", "auth.example.com:port", "auth.example.com:999999",
            "auth%2Eexample.com", "auth\u{3002}example.com", "auth.ex\u{212A}ample.com", "auth.exampl\u{E9}.com",
            "auth_example.com",
            "-auth.example.com", "auth-.example.com", "127.0.0.1", "127.0.0.1:9229", "[::1]", "[::1]:9229",
        ])
    func `a host of another form has no name`(value: String) {
        #expect(host(value) == nil)
    }

    @Test(.tags(.security)) func `a request with several hosts, or with none, has no host name`() {
        #expect(host() == nil)
        #expect(host("auth.example.com", "evil.example") == nil)
        #expect(host("auth.example.com", "auth.example.com") == nil)
    }

    @Test func `a forwarded host does not count`() {
        let headers: [(name: String, value: String)] = [
            ("host", "gatehouse.example"), ("X-Forwarded-Host", "auth.example.com"),
            ("Forwarded", "host=auth.example.com"),
        ]
        let request = GatewayRequest(method: "GET", path: "/", headers: headers)
        #expect(request.host?.description == "gatehouse.example")
    }

    @Test func `a name has labels of at most 63 bytes and 253 bytes in all`() {
        let label = String(repeating: "a", count: 63)
        #expect(HostName("\(label).com") != nil)
        #expect(HostName("\(label)a.com") == nil)
        let longest = "\(label).\(label).\(label).\(String(repeating: "a", count: 61))"
        #expect(longest.utf8.count == 253)
        #expect(HostName(longest) != nil)
        #expect(HostName(longest + "a") == nil)
    }

    @Test func `a name that is not the value of a header has one form`() {
        #expect(HostName("my-prefix")?.description == "my-prefix")
        for text in ["My-Prefix", "my-prefix:80", "my%2Dprefix", ""] { #expect(HostName(text) == nil) }
    }
}
