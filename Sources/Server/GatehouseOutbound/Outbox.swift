// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import Synchronization

/// The courier that keeps messages for a developer to read, instead of sending them, and forgets the oldest.
package final class Outbox: Courier {
    private let capacity: Int
    private let kept = Mutex<[Message]>([])

    /// Creates an empty outbox that keeps `capacity` messages at the most.
    package init(capacity: Int = 1_000) {
        self.capacity = max(1, capacity)
    }

    /// Keeps the message once it is handed over, unless it is a decoy; never fails.
    package func consign(_ message: Message, isDecoy: Bool) -> Consignment {
        Consignment(queued: nil) { reworded, _ in
            if !isDecoy { self.keep(reworded ?? message) }
        }
    }

    /// Keeps a message.
    package func keep(_ message: Message) {
        kept.withLock { messages in
            if messages.count >= capacity { messages.removeFirst(messages.count - capacity + 1) }
            messages.append(message)
        }
    }

    /// The messages that are kept, the newest first; only those to `recipient` if there is one.
    package func messages(to recipient: String? = nil) -> [Message] {
        let messages = kept.withLock { $0 }
        return messages.reversed().filter { recipient == nil || $0.recipient == recipient }
    }
}
