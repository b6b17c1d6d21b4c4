// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores
import Synchronization

/// The hub of the committed changes on this node.
///
/// A change of a record is handed to subscribers in the order of the commits: a mutation takes a place among the changes
/// of the record inside its transaction, and a change waits until the ones before it are committed or rolled back. To
/// hand a change over is to append it to the mailboxes of subscribers; each subscriber filters and judges for itself, so
/// that no subscriber delays a mutation.
///
/// A mutation offers its change to a few mailboxes only, so that many subscribers do not delay it either: one task of
/// the hub offers the change to the others. Later changes wait for their turn in the same queue.
package final class DataEvents: Sendable {
    /// A kind of changes that subscriptions receive.
    struct Topic: Hashable, Sendable {
        /// The id of the API.
        let api: String
        /// The name of the model.
        let model: String
        /// The mutation.
        let kind: RecordChange.Kind
    }

    /// A subscription's place in the hub.
    private struct Subscriber {
        let mailbox: EventMailbox
        let topics: [Topic]
        let scope: RecordScope
    }

    /// A change of a record whose transaction has not ended, or waits for one before it.
    private struct Pending {
        enum State { case open, committed, rolledBack }

        let number: Int
        let change: RecordChange
        let generation: Int
        let takenAt: ContinuousClock.Instant
        var state = State.open
    }

    private struct State {
        var number = 0
        var subscribers: [Int: Subscriber] = [:]
        var mailboxes: [Topic: TopicMailboxes] = [:]
        var pending: [ChangedRecord: [Pending]] = [:]
        /// The committed changes that some subscribers do not have yet.
        var queue = EventQueue()
        /// Whether a task hands the changes of the queue over.
        var isHandingOver = false
        /// The tallies of the APIs that have or had subscribers, without the subscriptions in force.
        var tallies: [String: EventTally] = [:]

        mutating func next() -> Int {
            number += 1
            return number
        }

        mutating func remove(_ id: Int) {
            guard let subscriber = subscribers.removeValue(forKey: id) else { return }
            for topic in subscriber.topics {
                mailboxes[topic]?.remove(subscriber.mailbox, subscriber.scope)
                if mailboxes[topic]?.isEmpty == true { mailboxes[topic] = nil }
            }
        }

        /// Adds a committed change to the queue, unless its topic has no subscribers.
        mutating func add(_ pending: Pending, _ record: ChangedRecord) {
            let topic = Topic(api: record.api, model: pending.change.record.model, kind: pending.change.kind)
            guard mailboxes[topic] != nil else { return }
            let number = next()
            queue.add(.init(number: number, topic: topic, change: pending.change, generation: pending.generation))
        }

        /// Offers the first changes of the queue to a few mailboxes.
        mutating func offerBatch() {
            for _ in 0..<DataEvents.batch where !queue.isEmpty {
                if let (entry, mailbox) = queue.step(in: mailboxes) { offer(entry, to: mailbox) }
            }
        }

        private mutating func offer(_ entry: EventQueue.Entry, to mailbox: EventMailbox) {
            // Older rules must not judge the records of a newer schema.
            if mailbox.generation < entry.generation { mailbox.end(.apiChanged) }
            switch mailbox.offer(entry.change) {
            case .taken: tallies[entry.topic.api, default: EventTally()].events += 1
            case .ended: remove(mailbox.id)
            case .tooMany:
                tallies[entry.topic.api, default: EventTally()].dropped += 1
                remove(mailbox.id)
            }
        }
    }

    /// The steps of a batch, each of which is an offer at most.
    ///
    /// The lock is held for a batch. A mutation that continues waits behind the readers of a batch only, so a batch is
    /// small.
    private static let batch = 8

    private let state = Mutex(State())
    private let limits: DataLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: @Sendable (@escaping @Sendable () async -> Void) -> Void

    /// Makes a hub without subscribers.
    ///
    /// - Parameters:
    ///   - limits: the bounds for one subscriber. The queue of changes has the same ones.
    ///   - now: the clock by which the hub knows how long changes wait for their commits.
    ///   - start: starts a task that hands changes over.
    package init(
        limits: DataLimits = DataLimits(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
            // Whether the client of a change stays does not matter to subscribers.
            Task.detached { await work() }
        }
    ) {
        self.limits = limits
        self.now = now
        self.start = start
    }

    /// What the hub has done, by the ids of the APIs that have or had subscribers.
    package var tallies: [String: EventTally] {
        state.withLock { state in
            var tallies = state.tallies
            for subscriber in state.subscribers.values {
                if let topic = subscriber.topics.first { tallies[topic.api, default: EventTally()].subscribers += 1 }
            }
            return tallies
        }
    }

    /// The time that the oldest change waits for its commit, or for the commit of a change before it; zero without any.
    package var lag: Duration {
        let oldest = state.withLock { $0.pending.values.compactMap(\.first?.takenAt).min() }
        return oldest.map { now() - $0 } ?? .zero
    }

    /// The number of subscriptions.
    package var count: Int { state.withLock { $0.subscribers.count } }

    /// Ends the subscriptions to an API, and forgets its changes and its tally, for one that is deleted.
    package func end(api id: String) {
        state.withLock { state in
            for (number, subscriber) in state.subscribers where subscriber.topics.contains(where: { $0.api == id }) {
                subscriber.mailbox.end(.apiChanged)
                state.remove(number)
            }
            state.queue.drop(api: id)
            state.tallies[id] = nil
        }
    }

    // MARK: - Subscriptions

    /// The number of a new service: subscriptions of an older one end at the first change that the new one makes.
    func nextGeneration() -> Int { state.withLock { $0.next() } }

    /// Adds a subscription to the records of a scope.
    ///
    /// It gets the changes that come into the queue from now on, and none that waits there already.
    func subscribe(
        to topics: [Topic], _ scope: RecordScope, generation: Int, limits: DataLimits
    ) -> EventMailbox {
        state.withLock { state in
            let mailbox = EventMailbox(
                state.next(), generation: generation, events: limits.waitingEvents, bytes: limits.waitingBytes)
            state.subscribers[mailbox.id] = Subscriber(mailbox: mailbox, topics: topics, scope: scope)
            for topic in topics {
                state.mailboxes[topic, default: TopicMailboxes()].add(mailbox, scope)
                state.tallies[topic.api] = state.tallies[topic.api] ?? EventTally()
            }
            return mailbox
        }
    }

    /// Ends a subscription.
    func remove(_ mailbox: EventMailbox) {
        mailbox.end(nil)
        state.withLock { $0.remove(mailbox.id) }
    }

    // MARK: - Changes

    /// The place of a mutation, before its transaction begins.
    func place(in prepared: PreparedAPI) -> EventPlace {
        EventPlace(hub: self, api: prepared.id, generation: prepared.generation)
    }

    /// Adds a change at the end of the changes of its record.
    fileprivate func take(_ change: RecordChange, _ record: ChangedRecord, generation: Int) -> Int {
        let now = now()
        return state.withLock { state in
            let pending = Pending(number: state.next(), change: change, generation: generation, takenAt: now)
            state.pending[record, default: []].append(pending)
            return pending.number
        }
    }

    /// Hands over a committed change, or drops one that was rolled back, and all changes that waited for it.
    fileprivate func settle(_ number: Int, _ record: ChangedRecord, isCommitted: Bool) {
        let needsTask = state.withLock { state in
            guard var pending = state.pending[record], let position = pending.firstIndex(where: { $0.number == number })
            else { return false }
            pending[position].state = isCommitted ? .committed : .rolledBack
            while let first = pending.first, first.state != .open {
                pending.removeFirst()
                if first.state == .committed { state.add(first, record) }
            }
            state.pending[record] = pending.isEmpty ? nil : pending
            guard !state.isHandingOver else { return false }
            // Few subscribers need no task.
            state.offerBatch()
            state.isHandingOver = !state.queue.isEmpty
            return state.isHandingOver
        }
        if needsTask {
            // The task alone does not keep the hub.
            start { [weak self] in
                while self?.handOverBatch() == true { await Task.yield() }
            }
        }
        while relieveQueue() {}
    }

    /// Hands over a batch, and says whether there are more.
    private func handOverBatch() -> Bool {
        state.withLock { state in
            state.offerBatch()
            state.isHandingOver = !state.queue.isEmpty
            return state.isHandingOver
        }
    }

    /// Hands over a batch if the queue is above its bounds: mutations that are quicker than the task do its work.
    private func relieveQueue() -> Bool {
        state.withLock { state in
            guard state.queue.exceeds(limits) else { return false }
            state.offerBatch()
            return true
        }
    }
}

/// The record that a change is about: of an API, by the bytes of its key.
private struct ChangedRecord: Hashable, Sendable {
    let api: String
    let model: String
    let key: KeyBytes

    init(_ api: String, _ record: UnjudgedRecord) {
        self.api = api
        model = record.model
        key = record.key
    }
}

/// The place of one mutation among the changes of its record.
final class EventPlace: Sendable {
    private let hub: DataEvents
    private let api: String
    private let generation: Int
    private let taken = Mutex<(number: Int, record: ChangedRecord)?>(nil)

    fileprivate init(hub: DataEvents, api: String, generation: Int) {
        self.hub = hub
        self.api = api
        self.generation = generation
    }

    deinit { leave() }

    /// Takes the place inside the transaction, after the write; a repeated transaction gives up its first place.
    func take(_ change: RecordChange) {
        leave()
        let record = ChangedRecord(api, change.record)
        let number = hub.take(change, record, generation: generation)
        taken.withLock { $0 = (number, record) }
    }

    /// Hands the change over, after the commit.
    func deliver() { settle(isCommitted: true) }

    /// Drops the change, which was rolled back.
    func leave() { settle(isCommitted: false) }

    private func settle(isCommitted: Bool) {
        let place = taken.withLock { taken in
            defer { taken = nil }
            return taken
        }
        if let place { hub.settle(place.number, place.record, isCommitted: isCommitted) }
    }
}
