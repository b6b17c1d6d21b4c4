// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The target and the `Host` of requests on a server that answers under its own names only.
@Suite(.hangLimit) struct RequestTargetTests {
    private static let smuggled = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func answer(to target: String, host: String = "localhost") async throws -> String {
        try await MessageRulesTests.answer(
            to: "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    }

    @Test(
        arguments: [
            "http://localhost/health/live", "HTTP://LOCALHOST:9229/health/live", "https://127.0.0.1/health/live?query",
            "http://[::1]:9229/health/live#part", "http://localhost:/health/live?query#part",
        ])
    func `an absolute target has the route of its path`(target: String) async throws {
        #expect(try await Self.answer(to: target).hasPrefix("HTTP/1.1 200"))
    }

    @Test(arguments: ["http://localhost", "http://localhost:9229", "http://localhost?query"])
    func `an absolute target without a path has the route of the first page`(target: String) async throws {
        #expect(try await Self.answer(to: target).prefix(12) == Self.answer(to: "/").prefix(12))
    }

    @Test(arguments: ["http://evil.example/dev/outbox", "http://localhost.evil.example:9229/dev/outbox"])
    func `the host of an absolute target is checked, whatever Host says`(target: String) async throws {
        #expect(try await Self.answer(to: target).hasPrefix("HTTP/1.1 403"))
    }

    @Test func `the host of an absolute target replaces Host`() async throws {
        let received = try await Self.answer(to: "http://localhost/dev/outbox", host: "evil.example")
        #expect(received.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `a request of HTTP 1_0 with an absolute target needs no Host`() async throws {
        for (host, status) in [("localhost", 200), ("evil.example", 403)] {
            let received = try await MessageRulesTests.answer(to: "GET http://\(host)/dev/outbox HTTP/1.0\r\n\r\n")
            #expect(received.hasPrefix("HTTP/1.1 \(status)"))
        }
    }

    @Test(
        arguments: [
            "http://user@localhost/health/live", "http://user:word@localhost/health/live", "http:///health/live",
            "http://local%68ost/health/live", "http://localhost:99999999/health/live", "ftp://localhost/health/live",
            "http://localhost,evil.example/health/live",
        ])
    func `a target that is neither a path nor an HTTP URL is refused, and its connection is closed`(
        target: String
    ) async throws {
        let received = try await MessageRulesTests.answer(
            to: "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.smuggled)
        #expect(received.hasPrefix("HTTP/1.1 400"))
        #expect(MessageRulesTests.numberOfAnswers(in: received) == 1)
    }

    @Test(
        arguments: [
            "localhost:9531, evil", "localhost, evil.example", "localhost,evil.example", "localhost evil.example",
            "evil.example@localhost", "localhost/evil.example", "localhost:9531:9531", "localhost:port", ":9531",
            "local%68ost", "::1", "[::1", "[::1]evil.example", "[127.0.0.1]", "[localhost]",
        ])
    func `a Host other than one host with an optional port is refused, and its connection is closed`(
        host: String
    ) async throws {
        let received = try await MessageRulesTests.answer(
            to: "GET /health/live HTTP/1.1\r\nHost: \(host)\r\n\r\n" + Self.smuggled)
        #expect(received.hasPrefix("HTTP/1.1 400"))
        #expect(received.contains("SerializationException") && received.contains("Host header"))
        #expect(MessageRulesTests.numberOfAnswers(in: received) == 1)
    }

    @Test(arguments: ["localhost", "my_service.internal:1", "127.0.0.1:65535", "[fe80::1]", "[::ffff:1.2.3.4]:80", ""])
    func `a Host with one host, or an empty one, is valid`(host: String) async throws {
        let received = try await MessageRulesTests.answer(
            to: "GET /health/live HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", verifiesSignatures: true)
        #expect(!received.contains("SerializationException"))
    }

    @Test(
        arguments: [
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: gzip,chunked",
        ])
    func `another transfer coding than chunked answers 501 and closes the connection`(header: String) async throws {
        let received = try await MessageRulesTests.answer(
            to: "POST / HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + Self.smuggled)
        #expect(received.hasPrefix("HTTP/1.1 501"))
        #expect(received.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(MessageRulesTests.numberOfAnswers(in: received) == 1)
    }

    @Test(arguments: ["chunked", "Chunked"])
    func `a chunked body is read`(coding: String) async throws {
        let received = try await MessageRulesTests.answer(
            to: "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
                + "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(received.hasPrefix("HTTP/1.1 400") && received.contains("HTTP/1.1 200"))
        #expect(MessageRulesTests.numberOfAnswers(in: received) == 2)
    }
}
