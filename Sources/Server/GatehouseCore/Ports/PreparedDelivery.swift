// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A message that is ready to be sent.
///
/// Before it is sent, it can be stored in the transaction that it belongs to, so that both are written or neither is.
package struct PreparedDelivery: Sendable {
    /// What must be on disk before the message goes; `nil` for a courier that keeps nothing there.
    package let queued: QueuedMessage?
    private let send: @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    private let takeBack: @Sendable () async throws -> Void

    /// Prepares a message.
    ///
    /// - Parameters:
    ///   - queued: what must be on disk before.
    ///   - takeBack: forgets what was kept.
    ///   - send: hands the message over, or what it was reworded to meanwhile, and waits a moment for what becomes of it
    ///     where it should.
    package init(
        queued: QueuedMessage?, takeBack: @escaping @Sendable () async throws -> Void = {},
        send: @escaping @Sendable (_ reworded: Message?, _ waits: Bool) async throws -> Void
    ) {
        self.queued = queued
        self.takeBack = takeBack
        self.send = send
    }

    /// Hands the message over, in other words if there are any, and waits a moment for what becomes of it.
    ///
    /// Success means that the message has left the house or will be tried again until it expires.
    /// - Throws: `DeliveryRefusal` when the way it travels refuses it for good; the caller learns it as
    ///   `CodeDeliveryFailureException`.
    package func deliver(_ reworded: Message? = nil) async throws { try await send(reworded, true) }

    /// Hands the message over, in other words if there are any, without reporting the result: for callers that must not
    /// learn whether a user exists.
    /// - Throws: when no message of any kind could be taken.
    package func post(_ reworded: Message? = nil) async throws { try await send(reworded, false) }

    /// Discards the message without sending it.
    /// - Throws: when it cannot be forgotten and will go out.
    package func withdraw() async throws { try await takeBack() }
}
