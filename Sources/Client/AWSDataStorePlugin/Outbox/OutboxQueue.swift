// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// An event of the outbox with the texts that decide about its order.
struct QueuedEvent: Sendable {
    /// The event, as it was when it was read.
    let entry: OutboxEntry
    /// The name of its group: events of other groups do not wait for it.
    let group: String
    /// The values of its record's key.
    let key: Set<String>
    /// The texts and numbers of its record, among them the keys of the records to which it refers.
    let texts: Set<String>
}

/// The events at the head of the outbox in their order, and the choice of those that are sent side by side.
///
/// An event waits for each earlier one of its record, of a record to which its own refers, and of a record that refers
/// to its own. An event of another user holds up only the events that need its record. That user may never sign in
/// again.
struct OutboxQueue: Sendable {
    /// The state of an event for which no other one is to be sent first.
    enum Readiness: Sendable {
        /// It can be sent.
        case ready
        /// It has failed before, so that the others come first.
        case afterOthers
        /// It is on its way, or it waits.
        case waits
    }

    /// What is known of the earlier events of a group.
    private struct Earlier {
        /// The keys of one value.
        var keys: Set<String> = []
        /// The keys of several values.
        var compositeKeys: [Set<String>] = []
        /// The texts of the records.
        var texts: Set<String> = []

        mutating func add(_ event: QueuedEvent, isOwn: Bool) {
            if event.key.count == 1 { keys.formUnion(event.key) } else { compositeKeys.append(event.key) }
            if isOwn { texts.formUnion(event.texts) }
        }

        func holdsUp(_ event: QueuedEvent) -> Bool {
            !keys.isDisjoint(with: event.texts) || event.key.isSubset(of: texts)
                || compositeKeys.contains { $0.isSubset(of: event.texts) }
        }
    }

    /// The events, the oldest one first.
    private(set) var events: [QueuedEvent] = []
    /// The place in the outbox up to which it was read.
    private(set) var lastSequence: Int64 = 0
    /// Whether the outbox has no further events.
    private(set) var isWhole = false

    /// Adds the next events of the outbox.
    ///
    /// - Parameters:
    ///   - further: the events after `lastSequence`, the oldest one first.
    ///   - isWhole: whether no others follow.
    mutating func append(_ further: [QueuedEvent], isWhole: Bool) {
        events += further
        lastSequence = further.last?.entry.sequence ?? lastSequence
        self.isWhole = isWhole
    }

    /// Notes that the outbox has got further events.
    mutating func noteFurther() { isWhole = false }

    /// Puts the present form of an event, whose content the app has changed, in the place of the former one.
    mutating func replace(_ event: QueuedEvent) {
        guard let place = events.firstIndex(where: { $0.entry.sequence == event.entry.sequence }) else { return }
        events[place] = event
    }

    /// Removes an event that has left the outbox.
    mutating func remove(_ id: MutationEvent.EventIdentifier) {
        events.removeAll { $0.entry.event.id == id }
    }

    /// The oldest event that can be sent now; of those that have failed before, only if there is no other one.
    ///
    /// - Parameters:
    ///   - user: the signed-in user; nil without one. An event of another user waits.
    ///   - readiness: says what an event can do.
    /// - Returns: the event; nil for none.
    func next(for user: String?, _ readiness: (MutationEvent.EventIdentifier) -> Readiness) -> OutboxEntry? {
        var earlier: [String: Earlier] = [:]
        var second: OutboxEntry?
        for event in events {
            let isOwn = Caller.maySend(event.entry.user, as: user)
            if isOwn, earlier[event.group]?.holdsUp(event) != true {
                switch readiness(event.entry.event.id) {
                case .ready: return event.entry
                case .afterOthers: second = second ?? event.entry
                case .waits: break
                }
            }
            earlier[event.group, default: Earlier()].add(event, isOwn: isOwn)
        }
        return second
    }
}
