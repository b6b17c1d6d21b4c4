// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// A store that fails when it is told to.
final class FailingStore: CredentialStore {
    enum Failing: Sendable {
        case read, write, remove
    }

    private let items = InMemoryCredentialStore()
    private let state = Mutex<(failing: Failing?, isAfterTheFact: Bool)>((nil, false))

    /// Fails from now on, even if after the fact: then the item is changed all the same.
    func fail(_ failing: Failing?, afterTheFact isAfterTheFact: Bool = false) {
        state.withLock { $0 = (failing, isAfterTheFact) }
    }

    var name: String { items.name }

    func read(_ key: String) -> StoreAnswer {
        isFailing(.read) ? .unreadable(StoreError(.reading, reason: "locked")) : items.read(key)
    }

    func write(_ data: Data, for key: String) throws(StoreError) {
        if !isFailing(.write) || isDoneAllTheSame { try items.write(data, for: key) }
        if isFailing(.write) { throw StoreError(.writing, reason: "full") }
    }

    func remove(_ key: String) throws(StoreError) {
        if !isFailing(.remove) || isDoneAllTheSame { try items.remove(key) }
        if isFailing(.remove) { throw StoreError(.removing, reason: "locked") }
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        if isFailing(.read) { throw StoreError(.reading, reason: "locked") }
        return try items.keys(startingWith: prefix)
    }

    private func isFailing(_ activity: Failing) -> Bool {
        state.withLock { $0.failing == activity }
    }

    private var isDoneAllTheSame: Bool { state.withLock { $0.isAfterTheFact } }
}
