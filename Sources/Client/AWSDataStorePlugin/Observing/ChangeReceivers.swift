// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// The receiver of the changes of the open store, whichever that is.
struct ChangeReceiver: Sendable {
    /// The models whose changes are received; nil for all.
    let models: Set<ModelName>?
    /// A store is open, or its records were replaced as a whole.
    ///
    /// Changes follow from now on.
    let begin: @Sendable (_ store: LocalStore) -> Void
    /// A record has changed.
    let take: @Sendable (RecordChange) -> Void
    /// Changes are missing, because too many were unread.
    ///
    /// If the result is true, `begin` is called again.
    let overflow: @Sendable () -> Bool
    /// No further changes.
    let finish: @Sendable () -> Void
}

/// The receivers of changes: each follows the open store, and the next one after another user has signed in.
///
/// A receiver that is added before the store is open misses no change: the store's first call comes after `attach`.
final class ChangeReceivers: Sendable {
    private struct State {
        var receivers: [Int: ChangeReceiver] = [:]
        var readings: [Int: Task<Void, Never>] = [:]
        var nextReceiver = 0
        var store: LocalStore?
    }

    private let state = Mutex(State())

    /// Adds a receiver, which follows the open store at once.
    ///
    /// - Returns: the receiver's number, for its removal.
    func add(_ receiver: ChangeReceiver) -> Int {
        state.withLock { state in
            state.nextReceiver += 1
            state.receivers[state.nextReceiver] = receiver
            follow(&state, state.nextReceiver, receiver)
            return state.nextReceiver
        }
    }

    /// Removes a receiver.
    func remove(_ id: Int) {
        let reading = state.withLock { state in
            state.receivers[id] = nil
            return state.readings.removeValue(forKey: id)
        }
        reading?.cancel()
    }

    /// Makes all receivers follow a store that was opened.
    func attach(_ store: LocalStore) {
        state.withLock { state in
            state.store = store
            for (id, receiver) in state.receivers { follow(&state, id, receiver) }
        }
    }

    /// Makes all receivers read the records anew, after the store has been emptied.
    func restart() {
        let (receivers, store) = state.withLock { (Array($0.receivers.values), $0.store) }
        guard let store else { return }
        for receiver in receivers { receiver.begin(store) }
    }

    /// Leaves the store; the receivers wait for the next one.
    func detach() {
        let readings = state.withLock { state in
            defer { state.readings = [:] }
            state.store = nil
            return Array(state.readings.values)
        }
        for reading in readings { reading.cancel() }
    }

    /// Leaves the store and ends the present receivers.
    func finish() {
        detach()
        let receivers = state.withLock { state in
            defer { state.receivers = [:] }
            return Array(state.receivers.values)
        }
        for receiver in receivers { receiver.finish() }
    }

    /// Starts to read the changes of the open store, in the same critical section in which the receiver was added or the
    /// store was set: no change is missed or read twice.
    private func follow(_ state: inout State, _ id: Int, _ receiver: ChangeReceiver) {
        guard let store = state.store else { return }
        let gap = FeedGap()
        let changes = store.feed.changes(of: receiver.models, gap: gap)
        // Begins here, so that the receiver has the store before the first change.
        receiver.begin(store)
        // Unstructured: the reading outlives the caller, and ends with the receiver or the store.
        state.readings[id] = Task { [weak self] in
            for await change in changes { receiver.take(change) }
            guard gap.isSet, !Task.isCancelled else { return }
            self?.overflow(id, of: store)
        }
    }

    private func overflow(_ id: Int, of store: LocalStore) {
        let receiver = state.withLock { $0.store === store ? $0.receivers[id] : nil }
        guard let receiver else { return }
        guard receiver.overflow() else { return remove(id) }
        state.withLock { state in
            guard state.store === store, state.receivers[id] != nil else { return }
            follow(&state, id, receiver)
        }
    }
}
