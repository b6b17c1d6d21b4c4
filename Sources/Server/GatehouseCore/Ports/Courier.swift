// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Delivers messages to people.
///
/// The outbox is the courier that keeps them for a developer to read.
package protocol Courier: Sendable {
    /// Makes `message` ready, to be handed over once the transaction that it belongs to has ended well.
    ///
    /// A decoy takes the same steps as any other message, so that it takes the same time, and is never sent.
    /// - Throws: when the message cannot be kept.
    func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery
}
