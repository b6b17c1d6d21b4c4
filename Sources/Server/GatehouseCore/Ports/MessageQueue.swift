// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A message that waits, as the database sees it.
package struct QueuedMessage: Sendable, Equatable {
    package let id: String
    /// Everything about the message, under the master key: it holds a code or a password.
    package let sealed: [UInt8]
    /// How often it was tried in vain.
    package var attempts: Int
    /// Nobody tries it before.
    package var nextAttemptAt: Date
    /// When what it holds is of no more use.
    package let expiresAt: Date

    /// Describes a message that waits.
    package init(id: String, sealed: [UInt8], attempts: Int = 0, nextAttemptAt: Date, expiresAt: Date) {
        self.id = id
        self.sealed = sealed
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.expiresAt = expiresAt
    }
}

/// The messages that are kept until they have been sent, across restarts.
///
/// A message comes there in the transaction that it belongs to.
package protocol MessageQueue: Sendable {
    /// Takes messages whose time has come, the longest due first, for whoever calls alone: nobody else gets them before
    /// `lease` has passed.
    func claim(dueBy now: Date, until lease: Date, limit: Int) async throws -> [QueuedMessage]

    /// Puts a message off after an attempt in vain.
    func postpone(_ id: String, attempts: Int, until date: Date) async throws

    /// Puts a message that was reworded in the place of the one with its id, unless that is gone or somebody else's: it
    /// was taken until `lease`.
    func replace(_ message: QueuedMessage, takenUntil lease: Date) async throws

    /// Forgets a message.
    func remove(_ id: String) async throws
}
