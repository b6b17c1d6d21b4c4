// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import Synchronization

/// The hub of the committed changes on this node.
///
/// On a database that several nodes share, the changes come from its log, see ``LogFollower``. On a database of this
/// process alone, they come from the mutations themselves, as follows.
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
        mutating func add(_ change: RecordChange, of api: String, generation: Int) {
            let topic = Topic(api: api, model: change.record.model, kind: change.kind)
            guard mailboxes[topic] != nil else { return }
            queue.add(.init(number: next(), topic: topic, change: change, generation: generation))
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

    /// Starts a task for some work.
    package typealias Start = @Sendable (@escaping @Sendable () async -> Void) -> Void
    /// Waits for some time, and throws when the task is cancelled.
    package typealias Pause = @Sendable (Duration) async throws -> Void

    /// Starts a task that outlives the connection of the client.
    package static let startTask: Start = { work in _ = ClientPresence.startTask(work) }

    /// The id of this process on a database that others may serve, too; `nil` on a database of its own.
    let node: String?
    /// The mutations that have not ended.
    let open: OpenChanges
    private let state = Mutex(State())
    private let sharing = Mutex<Sharing?>(nil)
    private let limits: DataLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: Start
    private let pause: Pause

    /// What the hub needs on a database that several processes serve.
    private struct Sharing {
        let marks: ChangeMarks
        let follower: LogFollower
    }

    /// Makes a hub without subscribers.
    ///
    /// - Parameters:
    ///   - node: the id of this process, which no other process ever has, on a database that several processes may serve;
    ///     `nil` on a database that only this process serves.
    ///   - limits: the bounds for one subscriber. The queue of changes has the same ones.
    ///   - now: the clock by which the hub knows how long changes wait for their commits.
    ///   - start: starts a task that hands changes over.
    ///   - pause: waits between two reads of the change log.
    package init(
        node: String? = nil, limits: DataLimits = DataLimits(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        start: @escaping Start = DataEvents.startTask,
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        self.node = node
        self.limits = limits
        self.now = now
        self.start = start
        self.pause = pause
        open = OpenChanges(now: now)
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
    ///
    /// On a database that several processes serve, it is the time for which the change log could not be read.
    package var lag: Duration {
        if let follower { return follower.silence }
        let oldest = state.withLock { $0.pending.values.compactMap(\.first?.takenAt).min() }
        return oldest.map { now() - $0 } ?? .zero
    }

    /// Whether other processes may serve the database.
    package var sharesDatabase: Bool { node != nil }

    /// Whether the hub reads the change log, which it does while it has subscribers.
    package var readsLog: Bool { follower?.isFollowing ?? false }

    private var follower: LogFollower? { sharing.withLock { $0?.follower } }

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
    ///
    /// Processes that share a database know one another's services by the revisions of their APIs.
    func generation(ofRevision revision: Int?) -> Int {
        node == nil ? state.withLock { $0.next() } : revision ?? 0
    }

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

    /// The place of a mutation, before its transaction begins; `clock` is the one that gives changes their times.
    func place(in prepared: PreparedAPI, by clock: ForwardClock) -> EventPlace {
        EventPlace(hub: self, api: prepared.id, generation: prepared.generation, number: open.begin(by: clock))
    }

    /// Ends a mutation, whose change is in the log of a shared database if it is committed.
    func end(_ number: Int, isCommitted: Bool) {
        open.end(number)
        if isCommitted { follower?.readSoon() }
    }

    /// Ends a mutation whose outcome is unknown.
    func doubt(_ number: Int) { open.doubt(number) }

    /// Adds a change at the end of the changes of its record.
    func take(_ change: RecordChange, _ record: ChangedRecord, generation: Int) -> Int {
        let now = now()
        return state.withLock { state in
            let pending = Pending(number: state.next(), change: change, generation: generation, takenAt: now)
            state.pending[record, default: []].append(pending)
            return pending.number
        }
    }

    /// Hands over a committed change, or drops one that was rolled back, and all changes that waited for it.
    func settle(_ number: Int, _ record: ChangedRecord, isCommitted: Bool) {
        handOver { state in
            guard var pending = state.pending[record], let position = pending.firstIndex(where: { $0.number == number })
            else { return false }
            pending[position].state = isCommitted ? .committed : .rolledBack
            while let first = pending.first, first.state != .open {
                pending.removeFirst()
                if first.state == .committed {
                    state.add(first.change, of: record.api, generation: first.generation)
                }
            }
            state.pending[record] = pending.isEmpty ? nil : pending
            return true
        }
    }

    /// Adds committed changes to the queue with a function, which returns whether it did, and begins to hand them over.
    private func handOver(_ add: (inout State) -> Bool) {
        let needsTask = state.withLock { state in
            guard add(&state), !state.isHandingOver else { return false }
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

// MARK: - Several processes on one database

extension DataEvents {
    /// Uses the change log of a database that several processes serve; the first call counts.
    func connect(to log: ChangeLog, clock: ForwardClock) {
        guard let node else { return }
        let audience = LogFollower.Audience(
            isPresent: { [weak self] in self.map { $0.count > 0 } ?? false },
            wants: { [weak self] in self?.wants($0) ?? false },
            receive: { [weak self] in self?.receive($0) },
            lose: { [weak self] in self?.endAll(.changesLost) })
        sharing.withLock { sharing in
            guard sharing == nil else { return }
            sharing = Sharing(
                marks: ChangeMarks(of: node, in: log, open, clock: clock, now: now, start: start, pause: pause),
                follower: LogFollower(log, clock: clock, for: audience, now: now, start: start, pause: pause))
        }
    }

    /// Returns when a mutation that has its place may begin its transaction.
    /// - Throws: the error of the store.
    func requireMark() async throws {
        try await sharing.withLock { $0?.marks }?.require()
    }

    /// Returns when a subscription gets all changes that are committed from now on.
    /// - Throws: the error of the store.
    func follow() async throws { try await follower?.follow() }

    private func wants(_ head: ChangeHead) -> Bool {
        let topic = Topic(api: head.api, model: head.model, kind: RecordChange.Kind(head.kind))
        return state.withLock { $0.mailboxes[topic] != nil }
    }

    private func receive(_ changes: [LoggedChange]) {
        handOver { state in
            for change in changes {
                state.add(
                    RecordChange(RecordChange.Kind(change.kind), change.record), of: change.api,
                    generation: change.revision)
            }
            return !changes.isEmpty
        }
    }

    private func endAll(_ reason: SubscriptionEnd) {
        state.withLock { state in
            for (number, subscriber) in state.subscribers {
                subscriber.mailbox.end(reason)
                state.remove(number)
            }
        }
    }
}
