// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A queued message as it is stored in the database.
package struct QueuedMessage: Sendable, Equatable {
    /// The longest time between an attempt and the next one, in seconds; a later time comes from a clock that was set
    /// back, and the message is due.
    package static let longestWait = 3_600.0

    /// The id by which the queue finds the message again.
    package let id: String
    /// The whole message, encrypted with the master key, because it contains a code or a password.
    package let sealed: [UInt8]
    /// The number of failed attempts.
    package var attempts: Int
    /// The earliest time of the next attempt.
    package var nextAttemptAt: Date
    /// The time at which the code or password in the message expires.
    package let expiresAt: Date

    /// Creates a queued message.
    package init(id: String, sealed: [UInt8], attempts: Int = 0, nextAttemptAt: Date, expiresAt: Date) {
        self.id = id
        self.sealed = sealed
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.expiresAt = expiresAt
    }
}

/// The queue of messages that are not sent yet; it survives restarts.
///
/// A message is added in the transaction that it belongs to.
package protocol MessageQueue: Sendable {
    /// Claims at most `limit` messages that are due, the earliest first: no other caller can claim them before `lease`.
    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage]

    /// Postpones a message after a failed attempt.
    func postpone(_ id: String, attempts: Int, until date: Date) async throws

    /// Replaces the stored message that has the same id with a reworded one, unless it has been removed or claimed by
    /// another caller; the caller claimed it until `lease`.
    func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws

    /// Removes a message.
    func remove(_ id: String) async throws
}
