// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// The events that the plugins of a device have sent, in their order.
final class DeviceEvents: Sendable {
    private struct State {
        var payloads: [HubPayload] = []
        var lastID = 0
        var readers: [Int: @Sendable (HubPayload) -> Void] = [:]
    }

    private let state = Mutex(State())
    /// Keeps the events of each reader in their order.
    ///
    /// A lock of its own, because the end of a reader takes that of the state: its task is locked then, and is locked by an
    /// event for it, too.
    private let delivering = Mutex(())

    /// The number of events so far.
    var count: Int { state.withLock(\.payloads.count) }

    /// The events from an index on.
    func payloads(from index: Int) -> [HubPayload] {
        state.withLock { Array($0.payloads.dropFirst(index)) }
    }

    /// Appends an event.
    func add(_ payload: HubPayload) {
        delivering.withLock { _ in
            let readers = state.withLock { state in
                state.payloads.append(payload)
                return state.readers.values
            }
            for reader in readers { reader(payload) }
        }
    }

    /// What a closure finds in the events from an index on, for one reader.
    func values<Value: Sendable>(
        from index: Int, _ find: @escaping @Sendable (HubPayload) -> Value?
    ) -> AsyncStream<Value> {
        let (values, continuation) = AsyncStream.makeStream(of: Value.self)
        let reader: @Sendable (HubPayload) -> Void = { payload in
            if let value = find(payload) { continuation.yield(value) }
        }
        let id = state.withLock { state in
            for payload in state.payloads.dropFirst(index) { reader(payload) }
            state.lastID += 1
            state.readers[state.lastID] = reader
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[id] = nil }
        }
        return values
    }

    /// Waits for what a closure finds in the events from an index on.
    /// - Throws: `CancellationError` in a cancelled task.
    func first<Value: Sendable>(
        from index: Int, _ find: @escaping @Sendable (HubPayload) -> Value?
    ) async throws -> Value {
        for await value in values(from: index, find) { return value }
        throw CancellationError()
    }
}

extension DeviceEvents {
    /// An element after each sign-in, sign-out and loss of the session, from now on.
    func signInChanges() -> AsyncStream<Void> {
        values(from: count) { payload in
            let names = [
                HubPayload.EventName.Auth.signedIn, HubPayload.EventName.Auth.signedOut,
                HubPayload.EventName.Auth.sessionExpired, HubPayload.EventName.Auth.userDeleted,
            ]
            return names.contains(payload.eventName) ? () : nil
        }
    }
}
