// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Delivers messages to users.
///
/// The outbox is the courier that keeps messages for a developer to read.
package protocol Courier: Sendable {
    /// Prepares `message`; the caller delivers it after the transaction that it belongs to has been committed.
    ///
    /// A decoy takes the same steps as any other message, so that it takes the same time, and is never sent.
    /// - Throws: an error when the message cannot be stored.
    func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery
}
