// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Synchronization

/// Values one after the other, the last one repeatedly.
final class Script<Value: Sendable>: Sendable {
    private let values: Mutex<[Value]>

    init(_ values: [Value]) {
        precondition(!values.isEmpty, "A script has a value.")
        self.values = Mutex(values)
    }

    func next() -> Value {
        values.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    func replace(_ values: [Value]) {
        self.values.withLock { $0 = values }
    }
}

/// A clock that a test advances; every sleep lasts until then.
final class StepClock: Sendable {
    private struct State {
        var elapsed = Duration.zero
        var lastID = 0
        var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let state = Mutex(State())
    private let begun: AsyncStream<Duration>
    private let beginning: AsyncStream<Duration>.Continuation

    init() {
        (begun, beginning) = AsyncStream.makeStream()
    }

    /// The number of sleeps that have not ended.
    var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Waits until a sleep of that length has begun.
    func waitForSleep(of duration: Duration) async {
        for await begun in begun where begun == duration { return }
    }

    /// Waits until a sleep of at most that length has begun.
    func waitForSleep(upTo duration: Duration) async {
        for await begun in begun where begun <= duration { return }
    }

    /// The clock for a client.
    var clock: ClientClock {
        ClientClock(
            now: { [self] in Self.start.addingTimeInterval(state.withLock(\.elapsed) / .seconds(1)) },
            uptime: { [self] in state.withLock(\.elapsed) },
            sleep: { [self] in try await sleep($0) }
        )
    }

    /// Advances the clock, and wakes the sleepers whose time is over.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.elapsed += duration
            let due = state.sleepers.filter { $0.value.end <= state.elapsed }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
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
                if let result { continuation.resume(with: result) } else { beginning.yield(duration) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
