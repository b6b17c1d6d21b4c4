// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient

extension ClientClock {
    /// The server's clock.
    ///
    /// Pauses between attempts pass at once; a deadline only ends with its call.
    package static func following(_ clock: TestClock) -> ClientClock {
        ClientClock(
            now: { clock.now },
            uptime: { .seconds(clock.now.timeIntervalSince1970) },
            sleep: { if $0 >= .seconds(10) { try await untilCancelled() } }
        )
    }

    /// The clock of a server; a short pause lasts until the changes of schemas have ended that run on the server.
    ///
    /// A client that asks again and again whether such a change has ended thus asks once more, and does not take the
    /// processor from what it waits for.
    package static func following(_ gatehouse: TestGatehouse) -> ClientClock {
        let clock = following(gatehouse.clock)
        return ClientClock(
            now: clock.now, uptime: clock.uptime,
            sleep: { duration in
                if duration < .seconds(10) { await gatehouse.finishSchemaChanges() }
                try await clock.sleep(duration)
            })
    }

    private static func untilCancelled() async throws {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        for await _ in ends {}
        continuation.finish()
        throw CancellationError()
    }
}
