// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import Synchronization

/// The courier that keeps messages for a developer to read, instead of sending them, and forgets the oldest.
package final class Outbox: Courier {
    /// The usual number of messages that are kept.
    package static let usualCapacity = 1_000

    private let capacity: Int
    private let journal: (any OutboxJournal)?
    private let kept: Mutex<[Message]>

    /// Creates an outbox that keeps `capacity` messages at the most, beginning with `messages`, the oldest first.
    ///
    /// `journal` keeps them across restarts; without one they end with the process.
    package init(
        capacity: Int = Outbox.usualCapacity, messages: [Message] = [], journal: (any OutboxJournal)? = nil
    ) {
        self.capacity = max(1, capacity)
        self.journal = journal
        kept = Mutex(Array(messages.suffix(self.capacity)))
    }

    /// Keeps the message once it is handed over, unless it is a decoy; never fails.
    package func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery {
        PreparedDelivery(queued: nil) { reworded, _ in
            if !isDecoy { self.keep(reworded ?? message) }
        }
    }

    /// Keeps a message.
    package func keep(_ message: Message) {
        journal?.append(message)
        kept.withLock { messages in
            if messages.count >= capacity { messages.removeFirst(messages.count - capacity + 1) }
            messages.append(message)
        }
    }

    /// Forgets all messages.
    package func removeAll() {
        journal?.removeAll()
        kept.withLock { $0 = [] }
    }

    /// The messages that are kept, the newest first; only those to `recipient` if there is one.
    package func messages(to recipient: String? = nil) -> [Message] {
        let messages = kept.withLock { $0 }
        return messages.reversed().filter { recipient == nil || $0.recipient == recipient }
    }
}
