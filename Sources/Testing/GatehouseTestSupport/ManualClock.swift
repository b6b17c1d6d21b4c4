// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseClient
import Synchronization

/// A clock that moves when a test advances it, or when a task sleeps on it for a short time.
package final class ManualClock: Sendable {
    private struct State {
        var elapsed = Duration.zero
        var pauses: [Duration] = []
        var patience = Duration.seconds(10)
    }

    private let state = Mutex(State())
    private let start: Date

    /// Creates a clock at which no time has passed since `start`.
    package init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        self.start = start
    }

    /// The durations of the sleeps that have ended.
    package var pauses: [Duration] { state.withLock { $0.pauses } }

    /// The time that the clock shows.
    package var now: Date { start.addingTimeInterval(state.withLock { $0.elapsed } / .seconds(1)) }

    /// Sets the duration below which a sleep ends at once.
    package func setPatience(_ patience: Duration) {
        state.withLock { $0.patience = patience }
    }

    /// Advances the clock.
    package func advance(by duration: Duration) {
        state.withLock { $0.elapsed += duration }
    }

    /// The clock for a client.
    package var clock: ClientClock {
        ClientClock(
            now: { [self] in now },
            uptime: { [self] in state.withLock { $0.elapsed } },
            sleep: { [self] in try await sleep($0) }
        )
    }

    /// Short sleeps end at once; long ones, which are deadlines, last until they are cancelled.
    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        let isOver = state.withLock { state in
            guard duration < state.patience else { return false }
            state.elapsed += duration
            state.pauses.append(duration)
            return true
        }
        if isOver { return }
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        for await _ in ends {}
        continuation.finish()
        throw CancellationError()
    }
}
