// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// A store that fails where the test asks for it.
final class FailingStore: CredentialStore {
    enum Failing: Sendable {
        case read, write, remove
    }

    private let items = InMemoryCredentialStore()
    private let state = Mutex<(failing: Failing?, key: String?, isAfterTheFact: Bool)>((nil, nil, false))

    /// Fails from now on, with one item or with all, even if after the fact: then the item is changed all the same.
    func fail(_ failing: Failing?, of key: String? = nil, afterTheFact isAfterTheFact: Bool = false) {
        state.withLock { $0 = (failing, key, isAfterTheFact) }
    }

    var name: String { items.name }

    func read(_ key: String) -> StoreAnswer {
        isFailing(.read, key) ? .unreadable(StoreError(.reading, reason: "locked")) : items.read(key)
    }

    func write(_ data: Data, for key: String) throws(StoreError) {
        if !isFailing(.write, key) || isDoneAllTheSame { try items.write(data, for: key) }
        if isFailing(.write, key) { throw StoreError(.writing, reason: "full") }
    }

    func remove(_ key: String) throws(StoreError) {
        if !isFailing(.remove, key) || isDoneAllTheSame { try items.remove(key) }
        if isFailing(.remove, key) { throw StoreError(.removing, reason: "locked") }
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        if isFailing(.read, prefix) { throw StoreError(.reading, reason: "locked") }
        return try items.keys(startingWith: prefix)
    }

    private func isFailing(_ activity: Failing, _ key: String) -> Bool {
        state.withLock { $0.failing == activity && $0.key ?? key == key }
    }

    private var isDoneAllTheSame: Bool { state.withLock { $0.isAfterTheFact } }
}
