// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import Synchronization

/// The courier that stores messages for a developer to read, instead of sending them; it drops the oldest when it is
/// full.
package final class Outbox: Courier {
    /// The default for the largest number of messages.
    package static let usualCapacity = 1_000

    private let capacity: Int
    private let journal: (any OutboxJournal)?
    private let kept: Mutex<[Message]>

    /// Creates an outbox for at most `capacity` messages; `messages` are its first ones, in order of their age, the
    /// oldest first.
    ///
    /// `journal` preserves messages across restarts; without it, they are lost when the process ends.
    package init(
        capacity: Int = Outbox.usualCapacity, messages: [Message] = [], journal: (any OutboxJournal)? = nil
    ) {
        self.capacity = max(1, capacity)
        self.journal = journal
        kept = Mutex(Array(messages.suffix(self.capacity)))
    }

    /// Stores the message when it is delivered, unless it is a decoy; it never fails.
    package func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery {
        PreparedDelivery(queued: nil) { reworded, _ in
            if !isDecoy { self.keep(reworded ?? message) }
        }
    }

    /// Stores a message.
    package func keep(_ message: Message) {
        journal?.append(message)
        kept.withLock { messages in
            if messages.count >= capacity { messages.removeFirst(messages.count - capacity + 1) }
            messages.append(message)
        }
    }

    /// Deletes all messages.
    package func removeAll() {
        journal?.removeAll()
        kept.withLock { $0 = [] }
    }

    /// The stored messages, the newest first; with `recipient`, only those to that address or number.
    package func messages(to recipient: String? = nil) -> [Message] {
        let messages = kept.withLock { $0 }
        return messages.reversed().filter { recipient == nil || $0.recipient == recipient }
    }
}

/// Preserves the messages of an outbox across restarts.
///
/// A protocol, since the server has the conformer: the folder of its data and the log are unknown here.
package protocol OutboxJournal: Sendable {
    /// Appends a message.
    func append(_ message: Message)

    /// Deletes all messages.
    func removeAll()
}
