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

    /// Keeps the message; never fails.
    package func deliver(_ message: Message) async throws {
        kept.withLock { messages in
            if messages.count >= capacity { messages.removeFirst(messages.count - capacity + 1) }
            messages.append(message)
        }
    }

    /// Keeps the message, unless it is a decoy; never fails.
    package func post(_ message: Message, isDecoy: Bool) async throws {
        if !isDecoy { try await deliver(message) }
    }

    /// The messages that are kept, the newest first; only those to `recipient` if there is one.
    package func messages(to recipient: String? = nil) -> [Message] {
        let messages = kept.withLock { $0 }
        return messages.reversed().filter { recipient == nil || $0.recipient == recipient }
    }
}
