// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Testing

@Suite struct EndpointTests {
    @Test(arguments: [
        ("https://auth.example.com", "https://auth.example.com/"),
        ("https://auth.example.com/", "https://auth.example.com/"),
        ("https://auth.example.com:8443/prefix", "https://auth.example.com:8443/prefix"),
        ("  https://auth.example.com/a/b  ", "https://auth.example.com/a/b"),
        ("http://localhost:9229", "http://localhost:9229/"),
        ("http://LOCALHOST:9229", "http://LOCALHOST:9229/"),
        ("http://app.localhost", "http://app.localhost/"),
        ("http://127.0.0.1:1", "http://127.0.0.1:1/"),
        ("http://127.255.0.9", "http://127.255.0.9/"),
        ("http://[::1]:9229", "http://[::1]:9229/"),
        ("https://10.0.0.1:65535", "https://10.0.0.1:65535/"),
    ])
    func `an absolute URL is the endpoint of all services`(text: String, url: String) throws {
        #expect(try Endpoint(text, key: "auth.endpoint").url.absoluteString == url)
    }

    @Test(arguments: [
        ("", EndpointError.Problem.empty),
        ("   ", .empty),
        ("auth.example.com", .notAbsolute),
        ("localhost:9229", .notAbsolute),
        ("ftp://auth.example.com", .badScheme),
        ("https://", .noHost),
        ("https:///path", .noHost),
        ("https://auth.example.com:0", .badPort),
        ("https://auth.example.com:65536", .badPort),
        ("https://user@auth.example.com", .extraParts),
        ("https://user:pw@auth.example.com", .extraParts),
        ("https://auth.example.com/?a=b", .extraParts),
        ("https://auth.example.com/#a", .extraParts),
        ("http://auth.example.com", .insecure("auth.permission")),
        ("http://127.0.0.1.example.com", .insecure("auth.permission")),
        ("http://localhost.example.com", .insecure("auth.permission")),
        ("http://1270.0.0.1", .insecure("auth.permission")),
        ("http://127.0.0", .insecure("auth.permission")),
    ])
    func `an unusable endpoint is refused with a reason`(text: String, problem: EndpointError.Problem) {
        #expect(throws: EndpointError(key: "auth.endpoint", problem: problem)) {
            try Endpoint(text, key: "auth.endpoint", permission: "auth.permission")
        }
    }

    @Test func `plain HTTP to another machine is allowed on request`() throws {
        let endpoint = try Endpoint("http://10.0.0.1:9229", key: "auth.endpoint", allowsInsecure: true)
        #expect(endpoint.authority == "10.0.0.1:9229")
    }

    @Test(arguments: [
        ("auth.example.com", "https://auth.example.com/"),
        ("localhost", "https://localhost/"),
        ("http://localhost:9229/x", "http://localhost:9229/x"),
    ])
    func `a key of one service also takes a bare host`(text: String, url: String) throws {
        #expect(try Endpoint(text, key: "k", form: .singleService).url.absoluteString == url)
    }

    @Test(arguments: ["localhost:8443", "auth.example.com/path", "-a.example.com", "a..b", "a b", "münchen.example"])
    func `a text that is neither a URL nor a host is refused`(text: String) {
        #expect(throws: EndpointError(key: "k", problem: .notHost)) {
            try Endpoint(text, key: "k", form: .singleService)
        }
    }

    @Test(arguments: [
        EndpointError.Problem.empty, .notAbsolute, .notHost, .notURL, .badScheme, .noHost, .badPort, .extraParts,
        .badRegion, .insecure("auth.permission"),
    ])
    func `every refusal names the key and a cure`(problem: EndpointError.Problem) {
        let error = EndpointError(key: "auth.endpoint", problem: problem)
        #expect(error.text.hasPrefix("auth.endpoint"))
        #expect(!error.cure.isEmpty)
        #expect(error.description == "\(error.text) \(error.cure)")
    }

    @Test func `a refusal of plain HTTP names the key that allows it`() {
        let error = EndpointError(key: "auth.endpoint", problem: .insecure("auth.allows_insecure_endpoint"))
        #expect(error.cure.contains("auth.allows_insecure_endpoint"))
    }

    @Test(arguments: [
        ("https://cognito-idp.us-east-1.amazonaws.com", true), ("https://a.amazonaws.com.cn/x", true),
        ("https://amazonaws.com.example.org", false), ("http://localhost:9229", false),
    ])
    func `endpoints of AWS are recognised by their host`(text: String, isAmazons: Bool) throws {
        #expect(try Endpoint(text, key: "k").isAmazons == isAmazons)
    }

    @Test(arguments: ["us-east-1", "eu-central-2"])
    func `a region leads to the public service`(region: String) throws {
        let endpoint = try Endpoint.amazon("cognito-idp", region: region, key: "Region")
        #expect(endpoint.url.absoluteString == "https://cognito-idp.\(region).amazonaws.com/")
        #expect(endpoint.authority == "cognito-idp.\(region).amazonaws.com")
    }

    @Test(arguments: ["", "us east", "evil.example/", "a.b", "-x"])
    func `a region that is not a host label is refused`(region: String) {
        #expect(throws: EndpointError(key: "Region", problem: .badRegion)) {
            try Endpoint.amazon("cognito-idp", region: region, key: "Region")
        }
    }
}
