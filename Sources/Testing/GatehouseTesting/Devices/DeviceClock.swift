// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Synchronization

/// The clock of a device, which the clock of the server moves.
///
/// Short pauses, as between two attempts, pass at once: only the time since the start of the device grows by them. Long
/// ones, such as deadlines, end when the test has moved the server's clock.
final class DeviceClock: Sendable {
    private struct State {
        var skipped = Duration.zero
        var error: TimeInterval = 0
    }

    /// The length from which a pause waits for the test.
    private static let longPause = Duration.seconds(5)

    private let clock: TestClock
    private let state = Mutex(State())

    /// Creates a clock that shows the server's time.
    init(_ clock: TestClock) {
        self.clock = clock
    }

    /// Makes the clock wrong by a number of seconds; negative if it is slow.
    func setError(_ seconds: TimeInterval) {
        state.withLock { $0.error = seconds }
    }

    /// The clock for a client.
    var clientClock: ClientClock {
        ClientClock(
            now: { [self] in clock.now.addingTimeInterval(state.withLock(\.error)) },
            uptime: { [self] in clock.elapsed + state.withLock(\.skipped) },
            sleep: { [self] in try await sleep($0) })
    }

    private func sleep(_ duration: Duration) async throws {
        guard duration < Self.longPause else { return try await clock.sleep(duration) }
        try Task.checkCancellation()
        state.withLock { $0.skipped += max(.zero, duration) }
        // Other tasks have a turn, as in a real pause.
        await Task.yield()
    }
}
