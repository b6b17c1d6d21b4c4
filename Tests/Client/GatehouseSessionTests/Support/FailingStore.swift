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
    private let failing = Mutex<Failing?>(nil)

    func fail(_ failing: Failing?) {
        self.failing.withLock { $0 = failing }
    }

    var name: String { items.name }

    func read(_ key: String) -> StoreAnswer {
        isFailing(.read) ? .unreadable(StoreError(.reading, reason: "locked")) : items.read(key)
    }

    func write(_ data: Data, for key: String) throws(StoreError) {
        if isFailing(.write) { throw StoreError(.writing, reason: "full") }
        try items.write(data, for: key)
    }

    func remove(_ key: String) throws(StoreError) {
        if isFailing(.remove) { throw StoreError(.removing, reason: "locked") }
        try items.remove(key)
    }

    private func isFailing(_ activity: Failing) -> Bool {
        failing.withLock { $0 == activity }
    }
}
