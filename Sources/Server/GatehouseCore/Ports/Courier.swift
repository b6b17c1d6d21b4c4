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

/// A message that is ready to be sent.
///
/// Before it is sent, it can be stored in the transaction that it belongs to, so that both are written or neither is.
package struct PreparedDelivery: Sendable {
    /// The queued message that must be stored before delivery; `nil` for a courier that stores none.
    package let queued: QueuedMessage?
    private let send: @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    private let takeBack: @Sendable () async throws -> Void

    /// Prepares a message.
    ///
    /// - Parameters:
    ///   - queued: the queued message that must be stored before delivery.
    ///   - takeBack: removes the stored message.
    ///   - send: hands over the message, or its reworded version; with `waits`, it waits a short time for the result.
    package init(
        queued: QueuedMessage?, takeBack: @escaping @Sendable () async throws -> Void = {},
        send: @escaping @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    ) {
        self.queued = queued
        self.takeBack = takeBack
        self.send = send
    }

    /// Delivers the message, or its reworded version, and waits a short time for the result.
    ///
    /// After success, the message has been sent or will be retried until it expires.
    /// - Throws: `DeliveryRefusal` after a permanent failure; the caller of the operation receives
    ///   `CodeDeliveryFailureException`.
    package func deliver(_ reworded: Message? = nil) async throws { try await send(reworded, true) }

    /// Delivers the message, or its reworded version, without reporting the result: for callers that must not learn
    /// whether a user exists.
    /// - Throws: an error when no message can be accepted at all.
    package func post(_ reworded: Message? = nil) async throws { try await send(reworded, false) }

    /// Discards the message without sending it.
    /// - Throws: an error when the stored message cannot be removed; it will be sent then.
    package func withdraw() async throws { try await takeBack() }
}

/// The reason for a permanent delivery failure, in a text that the caller may see.
package struct DeliveryRefusal: Error, Equatable, CustomStringConvertible {
    /// The reply of the mail server or gateway, without address, code or secret.
    package let description: String

    /// Creates a refusal.
    package init(_ description: String) {
        self.description = description
    }
}
