// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The committed changes that are not offered to all of their subscribers yet, in the order of the commits.
struct EventQueue {
    /// A committed change.
    struct Entry {
        /// The number of the change in its hub; a subscription with a greater one began later.
        let number: Int
        /// The subscriptions that the change is for.
        let topic: DataEvents.Topic
        /// The change.
        let change: RecordChange
        /// The number of the service that made the change.
        let generation: Int
    }

    private var entries: [Entry] = []
    private var bytes = 0
    /// The rest of the first change's audience; `nil` before its first step.
    private var audience: EventAudience?

    /// Whether no change waits.
    var isEmpty: Bool { entries.isEmpty }

    /// Whether more changes wait than may wait for one subscriber.
    func exceeds(_ limits: DataLimits) -> Bool {
        entries.count > limits.waitingEvents || bytes > limits.waitingBytes
    }

    /// Adds a change at the end.
    mutating func add(_ entry: Entry) {
        entries.append(entry)
        bytes += entry.change.size
    }

    /// Drops the changes of an API.
    mutating func drop(api id: String) {
        if entries.first?.topic.api == id { audience = nil }
        entries.removeAll { $0.topic.api == id }
        bytes = entries.reduce(0) { $0 + $1.change.size }
    }

    /// Takes one step: a mailbox to which the first change is to be offered now.
    ///
    /// The step is without a mailbox at the end of a change, at one that the change has reached before, and at one that
    /// was added after the change.
    mutating func step(in mailboxes: [DataEvents.Topic: TopicMailboxes]) -> (Entry, EventMailbox)? {
        guard let first = entries.first else { return nil }
        if audience == nil { audience = mailboxes[first.topic]?.audience(of: first.change.record) ?? EventAudience() }
        guard let (mailbox, isNew) = audience?.next() else {
            entries.removeFirst()
            bytes -= first.change.size
            audience = nil
            return nil
        }
        return isNew && mailbox.id < first.number ? (first, mailbox) : nil
    }
}
