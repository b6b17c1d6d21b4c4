// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Requests that break the rules of HTTP/1, or end their connection by them.
///
/// The deadlines are so long that only the request itself can end a connection in time.
@Suite(.hangLimit) struct MessageRulesTests {
    private static let `continue` = "HTTP/1.1 100 Continue"
    private static let smuggled = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let patient = SocketLimits(requestTimeout: .seconds(3_600), idleTimeout: .seconds(3_600))

    /// Sends bytes to a server and reads until `isEnough`, or until the server closes the connection.
    static func answer(
        to sent: String, verifiesSignatures: Bool = false,
        until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        let gatehouse = try await TestGatehouse(verifiesSignatures: verifiesSignatures)
        let (answers, answered) = AsyncStream.makeStream(of: String.self)
        try await listening(gatehouse.installation.gateway, limits: patient) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send(sent)
                return await connection.read(until: isEnough)
            }
            answered.yield(received)
        }
        return try #require(await answers.first { _ in true })
    }

    static func numberOfAnswers(in received: String) -> Int {
        received.components(separatedBy: "HTTP/1.1 ").count - 1
    }

    @Test(arguments: ["CONNECT a:1 HTTP/1.1\r\n", "GET /health HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n"])
    func `the connection ends after a request for another protocol`(head: String) async throws {
        let sent = head + "Host: localhost\r\n\r\n" + String(repeating: "x", count: 1_000_000) + Self.smuggled
        let received = try await Self.answer(to: sent)
        #expect(received.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(Self.numberOfAnswers(in: received) == 1)
    }

    @Test(arguments: ["/health/live#part", "/health/live#part?query", "/health/live?query#part"])
    func `a fragment is no part of the path`(target: String) async throws {
        let request = "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        #expect(try await Self.answer(to: request).hasPrefix("HTTP/1.1 200"))
    }

    @Test(
        arguments: [
            ("GET /health HTTP/1.1\r\n", "needs a Host header"),
            ("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", "more than one Host header"),
            ("GET /health HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n", "more than one Host header"),
            ("GET /health HTTP/1.0\r\nHost: localhost\r\nHost: evil.example\r\n", "more than one Host header"),
        ])
    func `a request with a missing or repeated host is refused, and its connection is closed`(
        head: String, reason: String
    ) async throws {
        let received = try await Self.answer(to: head + "\r\n" + Self.smuggled)
        #expect(received.hasPrefix("HTTP/1.1 400"))
        #expect(received.contains("SerializationException") && received.contains(reason))
        #expect(received.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(Self.numberOfAnswers(in: received) == 1)
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n", "Content-Length: 5\r\n"])
    func `a chunked request of HTTP 1_0 is refused, and nothing after its head is a request`(
        header: String
    ) async throws {
        let head = "POST / HTTP/1.0\r\nHost: localhost\r\n\(header)Transfer-Encoding: chunked\r\n\r\n"
        let received = try await Self.answer(to: head + "0\r\n\r\n" + Self.smuggled)
        #expect(received.hasPrefix("HTTP/1.1 400"))
        #expect(Self.numberOfAnswers(in: received) == 1)
    }

    @Test(
        arguments: [
            "GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: TE, Close\r\n\r\n",
        ])
    func `the connection is closed after a request that does not keep it`(request: String) async throws {
        let received = try await Self.answer(to: request)
        #expect(received.hasPrefix("HTTP/1.1 200"))
        #expect(received.lowercased().contains("\r\nconnection: close\r\n"))
    }

    @Test func `a request of HTTP 1_0 can keep the connection`() async throws {
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway) { port, _ in
            try await RawConnection.open(port: port) { connection in
                for _ in 1...2 {
                    await connection.send("GET /health HTTP/1.0\r\nHost: localhost\r\nConnection: Keep-Alive\r\n\r\n")
                    let received = await connection.read { $0.contains("}") }
                    #expect(received.hasPrefix("HTTP/1.1 200"))
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a request of HTTP 1_0 without a host does not pass the check of the host's name`(
        verifiesSignatures: Bool
    ) async throws {
        // Both servers show an outbox, which is for visitors of this machine only.
        for path in ["/dev/outbox", "/"] {
            let received = try await Self.answer(
                to: "GET \(path) HTTP/1.0\r\n\r\n", verifiesSignatures: verifiesSignatures)
            #expect(received.hasPrefix("HTTP/1.1 403"))
        }
    }

    @Test func `a client of HTTP 1_0 gets no interim answer`() async throws {
        let received = try await Self.answer(
            to: "POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}")
        #expect(received.hasPrefix("HTTP/1.1 4"))
        #expect(Self.numberOfAnswers(in: received) == 1)
    }

    @Test(arguments: ["1048577", "9223372036854775807"])
    func `a client that announces a body over the limit gets the refusal at once`(length: String) async throws {
        let received = try await Self.answer(
            to: "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n")
        #expect(!received.contains(Self.continue))
        #expect(received.hasPrefix("HTTP/1.1 413"))
    }

    @Test func `a file beyond the limit of other bodies gets 100 Continue`() async throws {
        for target in ["/imports/pool/job", "http://localhost/imports/pool/job"] {
            let received = try await Self.answer(
                to: "PUT \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            ) { $0.contains("\r\n\r\n") }
            #expect(received.hasPrefix(Self.continue))
        }
    }

    @Test func `a client cannot set the header that marks a faulty request`() async throws {
        let received = try await Self.answer(
            to: "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Gatehouse-Request-Flaw: noHost\r\n\r\n")
        #expect(received.hasPrefix("HTTP/1.1 200"))
    }
}
