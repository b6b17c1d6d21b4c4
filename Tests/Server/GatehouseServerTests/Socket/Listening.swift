// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseHTTP
import Logging
import ServiceLifecycleTestKit
import Testing

/// Lets a gateway listen on a free port while `body` runs, then shuts it down gracefully.
func listening(
    _ gateway: Gateway, limits: SocketLimits = SocketLimits(), tls: TLSKeeper? = nil,
    metrics: PrometheusMetrics = PrometheusMetrics(),
    body: @escaping @Sendable (_ port: Int, _ shutDown: @Sendable () -> Void) async throws -> Void
) async throws {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let server = HTTPService(
        gateway: gateway, host: "127.0.0.1", port: 0, limits: limits, tls: tls,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics
    ) { listening.yield($0) }
    try await testGracefulShutdown { trigger in
        try await withThrowingTaskGroup { group in
            group.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            do {
                try await body(port) { trigger.triggerGracefulShutdown() }
            } catch {
                trigger.triggerGracefulShutdown()
                throw error
            }
            trigger.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}
