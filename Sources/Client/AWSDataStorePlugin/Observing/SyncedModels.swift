// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// The models whose first exchange with the service is complete, and the observers of this fact.
final class SyncedModels: Sendable {
    private struct State {
        var isExchanging = false
        var names: Set<ModelName> = []
        var observers: [Int: Observer] = [:]
        var nextObserver = 0
    }

    private struct Observer {
        let model: ModelName
        let notify: @Sendable (_ isSynced: Bool) -> Void
    }

    private let state = Mutex(State())

    /// Whether the first exchange of a model is complete.
    func contains(_ model: ModelName) -> Bool {
        state.withLock { $0.names.contains(model) }
    }

    /// Notes that the first exchange of a model is complete, and notifies its observers.
    func insert(_ model: ModelName) {
        let observers = state.withLock { state in
            state.names.insert(model)
            return state.observers.values.filter { $0.model == model }
        }
        for observer in observers { observer.notify(true) }
    }

    /// Whether an exchange has begun, so that events of models are to be expected.
    var isExchanging: Bool { state.withLock { $0.isExchanging } }

    /// Notes that an exchange begins.
    func begin() {
        state.withLock { $0.isExchanging = true }
    }

    /// Notes that no model is exchanged any more, and notifies the observers.
    func removeAll() {
        let observers = state.withLock { state in
            state.isExchanging = false
            state.names = []
            return Array(state.observers.values)
        }
        for observer in observers { observer.notify(false) }
    }

    /// Adds an observer of a model.
    ///
    /// - Parameters:
    ///   - model: the name of the model.
    ///   - notify: called at each change from now on, on any thread.
    /// - Returns: the observer's number, for its removal.
    func observe(_ model: ModelName, _ notify: @escaping @Sendable (_ isSynced: Bool) -> Void) -> Int {
        state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = Observer(model: model, notify: notify)
            return state.nextObserver
        }
    }

    /// Removes an observer.
    func remove(observer: Int) {
        state.withLock { $0.observers[observer] = nil }
    }
}
