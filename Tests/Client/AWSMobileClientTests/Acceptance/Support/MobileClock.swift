// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Synchronization

/// The server's clock for a client, whose search for the network waits until the test lets time pass.
///
/// Pauses between the attempts of a request pass at once, and deadlines end with their calls.
final class MobileClock: Sendable {
    private struct State {
        var isFlowing = false
        var lastID = 0
        var sleepers: [Int: CheckedContinuation<Bool, Never>] = [:]
        var watchers: [Latch] = []
        var pauses: [Duration] = []
    }

    private let server: TestClock
    private let state = Mutex(State())

    init(_ server: TestClock) {
        self.server = server
    }

    /// The pauses in the search for the network that have begun.
    var pauses: [Duration] { state.withLock(\.pauses) }

    var clock: ClientClock {
        ClientClock(
            now: { [server] in server.now },
            uptime: { [server] in .seconds(server.now.timeIntervalSince1970) },
            sleep: { [self] in try await sleep($0) }
        )
    }

    /// Waits until the client pauses in its search for the network.
    func pause() async {
        let isPaused = Latch()
        state.withLock { state in
            if state.sleepers.isEmpty { state.watchers.append(isPaused) } else { isPaused.open() }
        }
        await isPaused.wait()
    }

    /// Ends the present pauses in the search for the network.
    func passPauses() {
        for sleeper in takeSleepers() { sleeper.resume(returning: true) }
    }

    /// Lets pauses in the search for the network pass at once from now on, or no longer.
    func flow(_ isFlowing: Bool) {
        state.withLock { $0.isFlowing = isFlowing }
        if isFlowing { passPauses() }
    }

    private func takeSleepers() -> [CheckedContinuation<Bool, Never>] {
        state.withLock { state in
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
    }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        // A call that tries again after a pause lets others run in it.
        if duration < .seconds(1) { return await Task.yield() }
        if duration > .seconds(30) {
            return try await pauseUntilCancelled(duration)
        }
        let id = state.withLock { state in
            state.pauses.append(duration)
            state.lastID += 1
            return state.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, watchers) = state.withLock { state -> (Bool?, [Latch]) in
                    if Task.isCancelled { return (false, []) }
                    if state.isFlowing { return (true, []) }
                    state.sleepers[id] = continuation
                    defer { state.watchers = [] }
                    return (nil, state.watchers)
                }
                if let isOver { continuation.resume(returning: isOver) }
                for watcher in watchers { watcher.open() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }
}
