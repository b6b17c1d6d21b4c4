// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
package import GatehouseCore
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private struct State {
        var moment: Date
        /// The sum of all moves forward, which never goes back.
        var elapsed = Duration.zero
        var lastID = 0
        var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state: Mutex<State>

    /// Creates a clock that shows `moment`.
    public init(_ moment: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Mutex(State(moment: moment))
    }

    /// The moment that the clock shows.
    public var now: Date { state.withLock(\.moment) }

    /// The sum of all moves forward.
    package var elapsed: Duration { state.withLock(\.elapsed) }

    /// Moves the clock, and wakes the devices of the test whose pauses are over.
    /// - Parameter seconds: how far, in seconds; negative to move it back.
    public func advance(by seconds: TimeInterval) {
        let woken = state.withLock { state in
            state.moment = state.moment.addingTimeInterval(seconds)
            state.elapsed += .seconds(max(0, seconds))
            let due = state.sleepers.filter { $0.value.end <= state.elapsed }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Waits until the test has moved the clock forward by that duration.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if duration <= .zero { return .success(()) }
                    state.sleepers[id] = (state.elapsed + duration, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// The clock for a server.
    package var wallClock: WallClock {
        WallClock { self.now }
    }
}
