// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto

/// A message on its way, with what the queue knows of it.
struct Parcel: Sendable {
    /// What rests sealed in the queue.
    private struct Content: Codable {
        let message: Message
        let isDecoy: Bool
    }

    private static let purpose = "queued message"

    let id: String
    private(set) var message: Message
    /// Whether the queue has the message in other words.
    private(set) var isReworded = false
    let isDecoy: Bool
    let attempts: Int
    /// Until then nobody else takes it from the queue.
    let lease: Date

    init(_ message: Message, id: String, isDecoy: Bool, lease: Date) {
        self.id = id
        self.message = message
        self.isDecoy = isDecoy
        attempts = 0
        self.lease = lease
    }

    /// Opens what rested in the queue.
    /// - Throws: when it was sealed for another id or under a key that is gone.
    init(_ queued: QueuedMessage, sealer: Sealer, lease: Date) throws {
        let opened = try sealer.open(queued.sealed, purpose: Self.purpose, context: Array(queued.id.utf8))
        let content = try JSONDecoder().decode(Content.self, from: Data(opened))
        id = queued.id
        message = content.message
        isDecoy = content.isDecoy
        attempts = queued.attempts
        self.lease = lease
    }

    /// The parcel with the message in other words than those that the queue has.
    func reworded(_ message: Message) -> Parcel {
        var parcel = self
        (parcel.message, parcel.isReworded) = (message, true)
        return parcel
    }

    /// The form in which the parcel rests in the queue.
    func queued(sealer: Sealer) throws -> QueuedMessage {
        let content = try JSONEncoder().encode(Content(message: message, isDecoy: isDecoy))
        return QueuedMessage(
            id: id, sealed: sealer.seal(Array(content), purpose: Self.purpose, context: Array(id.utf8)),
            attempts: attempts, nextAttemptAt: lease, expiresAt: message.expiresAt)
    }
}
