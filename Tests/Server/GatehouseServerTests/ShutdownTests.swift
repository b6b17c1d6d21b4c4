// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import ServiceLifecycleTestKit
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.hangLimit) struct ShutdownTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func `a request that was accepted is answered before the server ends`() async throws {
        let held = HeldGateway()
        try await listening(held.gateway) { port, shutDown in
            async let status = Self.status(of: "http://127.0.0.1:\(port)/health")
            await held.isAsked()
            shutDown()
            held.release()
            let answered = try await status
            #expect(answered == 200)
        }
    }

    @Test func `a request whose body does not come does not hold up the end of the server`() async throws {
        let gateway = try await TestGatehouse().installation.gateway
        // Without the grace, the connection would stay open for longer than this suite may take.
        let limits = SocketLimits(requestTimeout: .seconds(86_400), shutdownGrace: .zero)
        try await listening(gateway, limits: limits) { port, shutDown in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send(
                    "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
                // The server has read the head by then.
                let asked = await connection.read { $0.hasSuffix("\r\n\r\n") }
                #expect(asked.hasPrefix("HTTP/1.1 100"))
                shutDown()
                return await connection.read()
            }
            #expect(received.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test func `a port in use is refused in one line that names the cure`() async throws {
        let gatehouse = try await TestGatehouse()
        let gateway = gatehouse.installation.gateway
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let first = HTTPService(gateway: gateway, host: "127.0.0.1", port: 0, logger: logger) { listening.yield($0) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await first.run() }
                let port = try #require(await ports.first { _ in true })
                let second = HTTPService(gateway: gateway, host: "127.0.0.1", port: port, logger: logger)
                let error = await #expect(throws: ListeningError.self) { try await second.run() }
                #expect(error?.description.hasPrefix("Port \(port) is in use") == true)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }

    @Test func `a host that does not resolve is refused in one line that names the cure`() async throws {
        // The name is too long for DNS, so that it fails without a query.
        let host = String(repeating: "a", count: 64) + ".invalid"
        let gateway = try await TestGatehouse().installation.gateway
        let server = HTTPService(gateway: gateway, host: host, port: 0, logger: logger)
        let error = await #expect(throws: ListeningError.self) { try await server.run() }
        let text = "The host \(host) cannot be resolved: choose an address of this machine with --host."
        #expect(error?.description == text)
    }

    private static func status(of address: String) async throws -> Int? {
        let url = try #require(URL(string: address))
        let (_, response) = try await URLSession.shared.data(from: url)
        return (response as? HTTPURLResponse)?.statusCode
    }
}
