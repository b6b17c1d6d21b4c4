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

    private static func untilCancelled() async throws {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        for await _ in ends {}
        continuation.finish()
        throw CancellationError()
    }
}
