// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto

/// A message in delivery, with its state in the queue.
struct OutgoingMessage: Sendable {
    /// The contents of the sealed column.
    private struct Content: Codable {
        let message: Message
        let isDecoy: Bool
    }

    private static let purpose = SealPurpose.queuedMessage

    let id: String
    private(set) var message: Message
    /// Whether the message differs from the stored one because it was reworded.
    private(set) var isReworded = false
    let isDecoy: Bool
    let attempts: Int
    /// The end of the claim: until then, no other caller can claim the message.
    let lease: Date

    init(_ message: Message, id: String, isDecoy: Bool, lease: Date) {
        self.id = id
        self.message = message
        self.isDecoy = isDecoy
        attempts = 0
        self.lease = lease
    }

    /// Opens a message from the queue.
    /// - Throws: an error if it was sealed for another id or with a key that no longer exists.
    init(_ queued: QueuedMessage, sealer: Sealer, lease: Date) throws {
        let opened = try sealer.open(queued.sealed, purpose: Self.purpose, context: Array(queued.id.utf8))
        let content = try JSONDecoder().decode(Content.self, from: Data(opened))
        id = queued.id
        message = content.message
        isDecoy = content.isDecoy
        attempts = queued.attempts
        self.lease = lease
    }

    /// The same delivery with a reworded message.
    func reworded(_ message: Message) -> OutgoingMessage {
        var outgoing = self
        (outgoing.message, outgoing.isReworded) = (message, true)
        return outgoing
    }

    /// The message as a row of the queue, sealed.
    func queued(sealer: Sealer) throws -> QueuedMessage {
        let content = try JSONEncoder().encode(Content(message: message, isDecoy: isDecoy))
        return QueuedMessage(
            id: id, sealed: sealer.seal(Array(content), purpose: Self.purpose, context: Array(id.utf8)),
            attempts: attempts, nextAttemptAt: lease, expiresAt: message.expiresAt)
    }
}

/// The pauses between the attempts to send a message.
enum RetrySchedule {
    private static let first = 5.0
    private static let longest = 600.0

    /// The seconds until the next attempt: five after the first, then twice as long each time, up to ten minutes.
    ///
    /// `chance` shortens the pause by up to a fifth, so that messages that failed together are not retried together.
    static func pause(afterAttempts attempts: Int, chance: UInt8) -> Double {
        let doublings = min(max(attempts, 1), 32) - 1
        let pause = min(longest, Double(sign: .plus, exponent: doublings, significand: first))
        return pause * (1 - Double(chance) / 255 / 5)
    }
}
