// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A message that is ready to go, and goes once it is told to: before, it can be kept in the transaction that it belongs
/// to, so that both are there or neither is.
package struct Consignment: Sendable {
    /// What must be on disk before the message goes; `nil` for a courier that keeps nothing there.
    package let queued: QueuedMessage?
    private let send: @Sendable (_ waits: Bool) async throws -> Void

    /// Prepares a message; `send` hands it over, and waits a moment for what becomes of it where it should.
    package init(queued: QueuedMessage?, send: @escaping @Sendable (_ waits: Bool) async throws -> Void) {
        self.queued = queued
        self.send = send
    }

    /// Hands the message over, as ``Courier/deliver(_:)`` does.
    /// - Throws: as that does.
    package func deliver() async throws { try await send(true) }

    /// Hands the message over, as ``Courier/post(_:isDecoy:)`` does.
    /// - Throws: as that does.
    package func post() async throws { try await send(false) }
}
