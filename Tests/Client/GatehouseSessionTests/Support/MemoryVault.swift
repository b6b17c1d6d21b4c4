// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

/// A vault of sealing keys in memory, which the test locks, empties and lets fail.
final class MemoryVault: SealingKeyVault {
    enum Failing: Sendable {
        case beforeTheFact, afterTheFact
    }

    private struct State {
        var keys: [SealingKey.ID: SealingKey] = [:]
        var isLocked = false
        var additions: Failing?
        var calls = 0
    }

    static let locked = StoreError(.reading, reason: "locked")

    private let state = Mutex(State())

    /// The keys that it has.
    var keys: [SealingKey] { state.withLock { Array($0.keys.values) } }

    /// How often it was called.
    var calls: Int { state.withLock { $0.calls } }

    func lock(_ isLocked: Bool = true) { state.withLock { $0.isLocked = isLocked } }

    /// Lets additions of keys fail from now on.
    func failAdditions(_ failing: Failing?) { state.withLock { $0.additions = failing } }

    /// Takes away all keys, and returns them.
    func empty() -> [SealingKey] {
        state.withLock { state in
            defer { state.keys = [:] }
            return Array(state.keys.values)
        }
    }

    func key(_ id: SealingKey.ID) throws(StoreError) -> SealingKey? {
        try open { $0.keys[id] }
    }

    func add(_ key: SealingKey) throws(StoreError) {
        let failing = try open { state in
            if state.additions != .beforeTheFact { state.keys[key.id] = key }
            return state.additions
        }
        if failing != nil { throw StoreError(.writing, reason: "no answer") }
    }

    func remove(_ id: SealingKey.ID) throws(StoreError) {
        try open { $0.keys[id] = nil }
    }

    private func open<Value>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            state.calls += 1
            if state.isLocked { throw Self.locked }
            return body(&state)
        }
    }
}
