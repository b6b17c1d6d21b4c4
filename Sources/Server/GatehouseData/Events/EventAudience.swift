// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores

/// The mailboxes of a topic: of subscribers to all records, and by the owners and groups that a record must have.
///
/// Swift's equality of texts finds too many mailboxes, if any; subscribers compare again.
struct TopicMailboxes {
    private var everyone: [Int: EventMailbox] = [:]
    private var members: [String: [String: [Int: EventMailbox]]] = [:]

    /// Whether there are no mailboxes.
    var isEmpty: Bool { everyone.isEmpty && members.isEmpty }

    /// The mailboxes that a change of a record is offered to, as they are now.
    func audience(of record: UnjudgedRecord) -> EventAudience {
        var parts: [[Int: EventMailbox]] = everyone.isEmpty ? [] : [everyone]
        for (field, mailboxes) in members {
            for text in record.owners(in: field) {
                if let mailboxes = mailboxes[text] { parts.append(mailboxes) }
            }
        }
        return EventAudience(parts)
    }

    /// Adds the mailbox of a subscription to the records of a scope.
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

    /// Removes a mailbox that was added with a scope.
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
}

/// The rest of the mailboxes that a change is offered to.
///
/// It shares the storage of the hub's mailboxes, so that to make it takes no time for each of them.
struct EventAudience {
    private var parts: [Dictionary<Int, EventMailbox>.Iterator]
    /// The numbers of the mailboxes that were there before; `nil` for a single part, which repeats none.
    private var seen: Set<Int>?

    init(_ parts: [[Int: EventMailbox]] = []) {
        self.parts = parts.map { $0.makeIterator() }
        seen = parts.count > 1 ? [] : nil
    }

    /// The next mailbox, and whether it is there for the first time; `nil` at the end.
    mutating func next() -> (mailbox: EventMailbox, isNew: Bool)? {
        while let last = parts.indices.last {
            if let (id, mailbox) = parts[last].next() {
                return (mailbox, seen?.insert(id).inserted ?? true)
            }
            parts.removeLast()
        }
        return nil
    }
}
