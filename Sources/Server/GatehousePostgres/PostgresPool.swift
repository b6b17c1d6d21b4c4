// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage
import Synchronization

/// The places for connections, of which each is lent to one transaction at a time.
///
/// Transactions that wait get places in the order of ``GatehouseCore/FairQueue``. Their time and their number are
/// limited.
final class PostgresPool: Sendable {
    private struct State {
        /// The free places; the last one was used last, so that few connections suffice for few transactions.
        var idle: [PostgresSlot]
        var waiting = FairQueue<Waiter<PostgresSlot>>()
        var isClosed = false
    }

    private let slots: [PostgresSlot]
    private let limits: PostgresLimits
    private let state: Mutex<State>

    init(_ settings: PostgresSettings, _ limits: PostgresLimits) {
        slots = (0..<max(1, settings.connections)).map { _ in PostgresSlot(settings, limits) }
        self.limits = limits
        state = Mutex(State(idle: slots))
    }

    /// Lends a place; the caller gives it back on every way out.
    ///
    /// - Throws: `StorageError.busy` after the longest wait, or at once if too many wait; `StorageError.closed`.
    func lend(_ priority: WorkPriority, isResumed: Bool) async throws(StorageError) -> PostgresSlot {
        let waiter = Waiter<PostgresSlot>()
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<PostgresSlot, StorageError>, Never>) in
            let ready = state.withLock { state -> Result<PostgresSlot, StorageError>? in
                if state.isClosed { return .failure(.closed) }
                if let slot = state.idle.popLast() { return .success(slot) }
                guard state.waiting.count < slots.count * limits.waitingForEach else { return .failure(.busy) }
                waiter.wait(continuation)
                state.waiting.append(waiter, priority, isResumed: isResumed)
                return nil
            }
            if let ready {
                continuation.resume(returning: ready)
            } else {
                waiter.limit(
                    Task { [limits] in
                        try? await limits.pause(limits.longestWait)
                        _ = waiter.resume(.failure(.busy))
                    })
            }
        }
        return try result.get()
    }

    /// Gives a place back, so that the next waiting transaction gets it.
    func giveBack(_ slot: PostgresSlot) {
        while true {
            let waiter = state.withLock { state -> Waiter<PostgresSlot>? in
                if let waiter = state.waiting.popFirst() { return waiter }
                state.idle.append(slot)
                return nil
            }
            guard let waiter, !waiter.resume(.success(slot)) else { return }
        }
    }

    /// Refuses later transactions, and closes the connections after the statements that are running.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            var waiting: [Waiter<PostgresSlot>] = []
            while let waiter = state.waiting.popFirst() { waiting.append(waiter) }
            return waiting
        }
        for waiter in waiting { _ = waiter.resume(.failure(.closed)) }
        for slot in slots { slot.close() }
    }
}
