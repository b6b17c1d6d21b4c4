// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import NIOPosix
import ServiceLifecycleTestKit
import Testing

/// The thread on which a server receives its connections.
@Suite(.hangLimit) struct AcceptingLoopTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("A server receives its connections on an event loop, so that they do not wait for other threads")
    func requests() async throws {
        let gateway = try await TestGatehouse().installation.gateway
        try await expectEventLoop { onListening in
            HTTPService(gateway: gateway, host: "127.0.0.1", port: 0, logger: logger, onListening: onListening)
        }
    }

    @Test("The health port receives its connections on an event loop, so that they do not wait for other threads")
    func health() async throws {
        try await expectEventLoop { onListening in
            HTTPService(requireReady: {}, host: "127.0.0.1", port: 0, logger: logger, onListening: onListening)
        }
    }

    /// Runs a server until it listens; the task that then receives connections is the one that says so.
    private func expectEventLoop(
        _ server: (_ onListening: @escaping @Sendable (_ port: Int) -> Void) -> HTTPService
    ) async throws {
        let (places, listening) = AsyncStream.makeStream(of: Bool.self)
        let service = server { _ in listening.yield(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                let isOnLoop = await places.first { _ in true }
                #expect(isOnLoop == true)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}
