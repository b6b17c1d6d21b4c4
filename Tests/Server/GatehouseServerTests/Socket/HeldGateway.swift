// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import Logging

/// A gateway whose health check waits for permission to answer.
struct HeldGateway: Sendable {
    let gateway: Gateway
    private let asked: AsyncStream<Void>
    private let permission: AsyncStream<Void>.Continuation

    init() {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (permitted, permission) = AsyncStream.makeStream(of: Void.self)
        self.asked = asked
        self.permission = permission
        gateway = Gateway(
            sites: [
                .health {
                    ask.yield()
                    for await _ in permitted { break }
                }
            ],
            deployment: Deployment(), clock: .system, entropy: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics()
        )
    }

    /// Waits for a request.
    func isAsked() async {
        _ = await asked.first { _ in true }
    }

    /// Lets the check answer.
    func release() {
        permission.yield()
    }
}
