// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Synchronization

/// A committed write of a record, which is judged for each subscriber.
struct RecordChange: Hashable, Sendable {
    /// The mutation of a write.
    enum Kind: Hashable, Sendable {
        /// A new record.
        case create
        /// A change of a record.
        case update
        /// A deletion.
        case delete
    }

    /// The mutation.
    let kind: Kind
    /// The record after the write; a deleted one as it was before, or its tombstone.
    let record: UnjudgedRecord
    /// An estimate of the memory that the record needs, in bytes.
    let size: Int

    init(_ kind: Kind, _ record: Record) {
        self.kind = kind
        self.record = UnjudgedRecord(record)
        size = GraphQLValue.object(record.fields).estimatedSize
    }
}

/// The hub of the committed changes on this node.
///
/// A change of a record is handed to subscribers in the order of the commits: a mutation takes a place among the changes
/// of the record inside its transaction, and a change waits until the ones before it are committed or rolled back. To
/// hand a change over is to append it to the mailboxes of subscribers; each subscriber filters and judges for itself, so
/// that no subscriber delays a mutation.
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

    /// The mailboxes of a topic: of subscribers to all records, and by the owners and groups that a record must have.
    ///
    /// Swift's equality of texts finds too many mailboxes, if any; subscribers compare again.
    private struct Mailboxes {
        var everyone: [Int: EventMailbox] = [:]
        var members: [String: [String: [Int: EventMailbox]]] = [:]

        func recipients(of record: UnjudgedRecord) -> [Int: EventMailbox] {
            var found = everyone
            for (field, mailboxes) in members {
                for text in record.owners(in: field) {
                    if let mailboxes = mailboxes[text] { found.merge(mailboxes) { first, _ in first } }
                }
            }
            return found
        }

        mutating func add(_ mailbox: EventMailbox, _ scope: RecordScope) {
            switch scope {
            case .everything: everyone[mailbox.id] = mailbox
            case .members(let memberships):
                for membership in memberships {
                    for value in membership.values {
                        members[membership.field, default: [:]][value, default: [:]][mailbox.id] = mailbox
                    }
                }
            case .nothing: break
            }
        }

        mutating func remove(_ mailbox: EventMailbox, _ scope: RecordScope) {
            everyone[mailbox.id] = nil
            guard case .members(let memberships) = scope else { return }
            for membership in memberships {
                for value in membership.values {
                    members[membership.field]?[value]?[mailbox.id] = nil
                    if members[membership.field]?[value]?.isEmpty == true { members[membership.field]?[value] = nil }
                }
                if members[membership.field]?.isEmpty == true { members[membership.field] = nil }
            }
        }

        var isEmpty: Bool { everyone.isEmpty && members.isEmpty }
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
        var mailboxes: [Topic: Mailboxes] = [:]
        var pending: [ChangedRecord: [Pending]] = [:]
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
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes a hub without subscribers; `now` is the clock by which the hub knows how long changes wait.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

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

    /// Ends the subscriptions to an API, and forgets its tally, for one that is deleted.
    package func end(api id: String) {
        state.withLock { state in
            for (number, subscriber) in state.subscribers where subscriber.topics.contains(where: { $0.api == id }) {
                subscriber.mailbox.end(.apiChanged)
                state.remove(number)
            }
            state.tallies[id] = nil
        }
    }

    // MARK: - Subscriptions

    /// The number of a new service: subscriptions of an older one end at the first change that the new one makes.
    func nextGeneration() -> Int { state.withLock { $0.next() } }

    /// Adds a subscription to the records of a scope.
    func subscribe(
        to topics: [Topic], _ scope: RecordScope, generation: Int, limits: DataLimits
    ) -> EventMailbox {
        state.withLock { state in
            let mailbox = EventMailbox(
                state.next(), generation: generation, events: limits.waitingEvents, bytes: limits.waitingBytes)
            state.subscribers[mailbox.id] = Subscriber(mailbox: mailbox, topics: topics, scope: scope)
            for topic in topics {
                state.mailboxes[topic, default: Mailboxes()].add(mailbox, scope)
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
        state.withLock { state in
            guard var queue = state.pending[record], let position = queue.firstIndex(where: { $0.number == number })
            else { return }
            queue[position].state = isCommitted ? .committed : .rolledBack
            while let first = queue.first, first.state != .open {
                queue.removeFirst()
                if first.state == .committed { Self.deliver(first, record, &state) }
            }
            state.pending[record] = queue.isEmpty ? nil : queue
        }
    }

    private static func deliver(_ pending: Pending, _ record: ChangedRecord, _ state: inout State) {
        let topic = Topic(api: record.api, model: pending.change.record.model, kind: pending.change.kind)
        guard let mailboxes = state.mailboxes[topic] else { return }
        for (id, mailbox) in mailboxes.recipients(of: pending.change.record) {
            // Older rules must not judge the records of a newer schema.
            if mailbox.generation < pending.generation { mailbox.end(.apiChanged) }
            switch mailbox.offer(pending.change) {
            case .taken: state.tallies[record.api, default: EventTally()].events += 1
            case .ended: state.remove(id)
            case .tooMany:
                state.tallies[record.api, default: EventTally()].dropped += 1
                state.remove(id)
            }
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
