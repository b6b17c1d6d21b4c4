// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The reason why the server ends a subscription.
package enum SubscriptionEnd: Error, Hashable, Sendable {
    /// The subscriber takes events more slowly than they come: more wait than the limits allow.
    case tooSlow
    /// The API has another schema now, or is deleted.
    case apiChanged
    /// The server could not read the changes of the other nodes in time, so that some are missing.
    case changesLost
}

/// The events that wait for one subscriber, in order and bounded.
///
/// A subscriber that has a task of its own waits in ``next()``. One that needs no task while nothing happens is called by
/// ``whenReady(_:)``, and takes with ``takeNow()`` what waits.
final class EventMailbox: Sendable {
    private struct State {
        var waiting: [RecordChange] = []
        var bytes = 0
        /// The end: with an error, or without one after the subscriber's own wish.
        var end: Result<Void, SubscriptionEnd>?
        var reader: CheckedContinuation<RecordChange?, any Error>?
        /// Called once when there is something to take.
        var wake: (@Sendable () -> Void)?

        /// What a reader gets now; `nil` if it has to wait.
        mutating func take() -> Result<RecordChange?, SubscriptionEnd>? {
            if let end { return end.map { nil } }
            guard !waiting.isEmpty else { return nil }
            let change = waiting.removeFirst()
            bytes -= change.size
            // A subscriber that was busy once does not keep the memory of its events.
            if waiting.isEmpty, waiting.capacity > EventMailbox.keptCapacity { waiting = [] }
            return .success(change)
        }

        /// What is to be called now, if there is something to take.
        mutating func takeWake() -> (@Sendable () -> Void)? {
            switch end {
            case .success?:
                wake = nil
                return nil
            case .failure?: return wake.take()
            case nil: return waiting.isEmpty ? nil : wake.take()
            }
        }
    }

    /// The most events for which an empty mailbox keeps its memory.
    private static let keptCapacity = 16

    /// The number of the subscription in its hub.
    let id: Int
    /// The number of the service that made the subscription.
    let generation: Int
    private let events: Int
    private let bytes: Int
    private let state = Mutex(State())

    init(_ id: Int, generation: Int, events: Int, bytes: Int) {
        self.id = id
        self.generation = generation
        self.events = events
        self.bytes = bytes
    }

    /// What became of an event.
    enum Offer: Hashable, Sendable {
        /// The subscriber gets it.
        case taken
        /// The subscription has ended before.
        case ended
        /// The subscription ends because too many events wait.
        case tooMany
    }

    /// Adds an event.
    func offer(_ change: RecordChange) -> Offer {
        deliver { state in
            guard state.end == nil else { return .ended }
            let isFull = state.waiting.count >= events || state.bytes + change.size > bytes
            // A single event may be larger than the bound, if no other one waits.
            if isFull, !state.waiting.isEmpty {
                state.waiting = []
                state.end = .failure(.tooSlow)
                return .tooMany
            }
            state.waiting.append(change)
            state.bytes += change.size
            return .taken
        }
    }

    /// Ends the subscription; waiting events are dropped.
    func end(_ reason: SubscriptionEnd?) {
        deliver { state in
            guard state.end == nil else { return }
            state.waiting = []
            state.end = reason.map { .failure($0) } ?? .success(())
        }
    }

    /// The next event; `nil` after the end, and in a cancelled task.
    func next() async throws(SubscriptionEnd) -> RecordChange? {
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let (result, earlier) = state.withLock { state in
                        let result = Task.isCancelled ? .success(nil) : state.take()
                        // One task reads at a time; an earlier reader ends.
                        let earlier = state.reader
                        if result == nil { state.reader = continuation }
                        return (result, earlier)
                    }
                    if let result { continuation.resume(with: result) } else { earlier?.resume(returning: nil) }
                }
            } onCancel: {
                let reader = state.withLock { state in
                    defer { state.reader = nil }
                    return state.reader
                }
                reader?.resume(returning: nil)
            }
        } catch let end as SubscriptionEnd {
            throw end
        } catch {
            return nil
        }
    }

    /// Calls `wake` once when there is something to take, which may be at once.
    ///
    /// After the subscriber's own wish to end it is never called. A later call of this function replaces an earlier one.
    /// `wake` is called under the lock of the hub: it must not wait for anything.
    func whenReady(_ wake: @escaping @Sendable () -> Void) { deliver { $0.wake = wake } }

    /// The next event, if one waits; `nil` without one, and after the subscriber's own wish to end.
    func takeNow() throws(SubscriptionEnd) -> RecordChange? {
        guard let result = state.withLock({ $0.take() }) else { return nil }
        return try result.get()
    }

    private func deliver<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, delivery, wake) = state.withLock { state -> (Value, Delivery?, (@Sendable () -> Void)?) in
            let value = change(&state)
            guard let reader = state.reader, let result = state.take() else { return (value, nil, state.takeWake()) }
            state.reader = nil
            return (value, Delivery(reader: reader, result: result), nil)
        }
        if let delivery { delivery.reader.resume(with: delivery.result) }
        wake?()
        return value
    }

    private struct Delivery {
        let reader: CheckedContinuation<RecordChange?, any Error>
        let result: Result<RecordChange?, SubscriptionEnd>
    }
}
