// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Time as the client sees it: the date, a monotonic reading, and waiting.
///
/// A parameter everywhere, so that a test moves time instead of spending it.
package struct ClientClock: Sendable {
    /// The present date.
    package let now: @Sendable () -> Date
    /// Time since an arbitrary start; never goes back.
    package let uptime: @Sendable () -> Duration
    /// Waits; throws `CancellationError` as soon as the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock from its three roles.
    package init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The machine's clock.
    package static let system: ClientClock = {
        let start = ContinuousClock.now
        return ClientClock(
            now: { Date() },
            uptime: { ContinuousClock.now - start },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) }
        )
    }()
}
