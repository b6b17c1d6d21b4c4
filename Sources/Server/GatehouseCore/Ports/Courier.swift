// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Delivers messages to people.
///
/// The outbox is the courier that keeps them for a developer to read.
package protocol Courier: Sendable {
    /// Hands `message` over for delivery and waits a moment for what becomes of it.
    ///
    /// Success means that the message has left the house or will be tried again until it expires.
    /// - Throws: `DeliveryRefusal` when the way it travels refuses it for good; the caller learns it as
    ///   `CodeDeliveryFailureException`.
    func deliver(_ message: Message) async throws

    /// Takes `message` without saying what becomes of it, for callers who must not learn whether somebody stands
    /// behind a name.
    ///
    /// A decoy takes the same steps as any other message, so that it takes the same time, and is never sent.
    /// - Throws: when no message of any kind could be taken.
    func post(_ message: Message, isDecoy: Bool) async throws

    /// Makes `message` ready without handing it over, for a caller that keeps it in a transaction of its own.
    /// - Throws: when the message cannot be kept.
    func consign(_ message: Message, isDecoy: Bool) throws -> Consignment
}

extension Courier {
    /// For a courier that keeps nothing on disk.
    package func consign(_ message: Message, isDecoy: Bool) throws -> Consignment {
        Consignment(queued: nil) { reworded, waits in
            let message = reworded ?? message
            guard waits, !isDecoy else { return try await post(message, isDecoy: isDecoy) }
            try await deliver(message)
        }
    }
}
