// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite(.hangLimit) struct SocketLimitsTests {
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Requests without a complete head get no answer, so it does not matter when their bytes arrive; what follows a
    /// complete head is in `RequestDeadlineTests`, whose clock the test moves.
    @Test(arguments: ["", "GET /hea", "GET /health HTTP/1.1\r\nX-Slow: a"])
    func `a request that does not arrive in time is cancelled`(sent: String) async throws {
        let gatehouse = try await TestGatehouse()
        let metrics = PrometheusMetrics()
        let limits = SocketLimits(requestTimeout: .seconds(1))
        try await listening(gatehouse.installation.gateway, limits: limits, metrics: metrics) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send(sent)
                return await connection.read()
            }
            #expect(received.isEmpty)
        }
        #expect(metrics.text.contains("gatehouse_connections_timed_out_total 1"))
    }

    @Test func `a body that trickles gains no time`() async throws {
        let gatehouse = try await TestGatehouse()
        let limits = SocketLimits(requestTimeout: .seconds(2))
        try await listening(gatehouse.installation.gateway, limits: limits) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
                while await connection.send("1") { await Task.yield() }
                return await connection.read()
            }
            #expect(received.isEmpty || received.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test func `a connection that rests is closed after its answer`() async throws {
        let gatehouse = try await TestGatehouse()
        // The request comes in time, however busy the machine is.
        let limits = SocketLimits(requestTimeout: .seconds(600), idleTimeout: .seconds(1))
        try await listening(gatehouse.installation.gateway, limits: limits) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send(Self.health)
                return await connection.read()
            }
            #expect(received.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `a head past the limit is refused`() async throws {
        let gatehouse = try await TestGatehouse()
        let limits = SocketLimits(maximumHeaderSize: 1_024)
        try await listening(gatehouse.installation.gateway, limits: limits) { port, _ in
            for head in [
                "X-Long: " + String(repeating: "a", count: 2_000),
                (0..<200).map { "X-\($0): a" }.joined(separator: "\r\n"),
            ] {
                let received = try await RawConnection.open(port: port) { connection in
                    await connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n\r\n")
                    return await connection.read()
                }
                #expect(received.hasPrefix("HTTP/1.1 400"))
            }
        }
    }

    @Test func `a body past the limit is refused before it has come`() async throws {
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send(
                    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n"
                        + String(repeating: "a", count: 1_048_577)
                )
                return await connection.read { $0.contains("\r\n\r\n") }
            }
            #expect(received.hasPrefix("HTTP/1.1 413"))
        }
    }

    @Test(arguments: [
        SocketLimits(maximumConnections: 2), SocketLimits(maximumConnectionsPerAddress: 2),
    ])
    func `a connection too many is closed, and another is taken once one is gone`(limits: SocketLimits) async throws {
        let gatehouse = try await TestGatehouse()
        let metrics = PrometheusMetrics()
        try await listening(gatehouse.installation.gateway, limits: limits, metrics: metrics) { port, _ in
            try await RawConnection.open(port: port) { first in
                await Self.expectAnswer(on: &first)
                try await RawConnection.open(port: port) { second in
                    await Self.expectAnswer(on: &second)
                    try await RawConnection.open(port: port) { third in
                        let received = await third.read()
                        #expect(received.isEmpty)
                    }
                }
                // The server learns of the end a moment after the client.
                while !Task.isCancelled,
                    try await !RawConnection.open(port: port, body: { await Self.isAnswered(on: &$0) })
                {}
                await Self.expectAnswer(on: &first)
            }
        }
        #expect(metrics.text.contains("gatehouse_connections_refused_total"))
    }

    private static func expectAnswer(on connection: inout RawConnection) async {
        let isAnswered = await isAnswered(on: &connection)
        #expect(isAnswered)
    }

    private static func isAnswered(on connection: inout RawConnection) async -> Bool {
        guard await connection.send(health) else { return false }
        return await connection.read { $0.contains("}") }.hasPrefix("HTTP/1.1 200")
    }
}
