// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

/// A message that was prepared before its transaction.
package enum PreparedMessage: Sendable {
    /// The message is ready; its transaction saves it, so that it is on disk if the transaction commits.
    case ready(ReadyMessage)
    /// The message cannot be sent.
    ///
    /// The fault is thrown only after the transaction has committed: an earlier fault would reveal to an attacker that
    /// the guess was right.
    case impossible(ServiceFault)

    /// Saves the message in the transaction.
    package func save(in store: any UserPoolWriting) throws {
        if case .ready(let message) = self, let queued = message.delivery.queued { try store.insert(queued) }
    }
}

/// A message that is sent after the transaction that has saved it.
package struct ReadyMessage: Sendable {
    /// The courier's delivery, with the record to save if the courier sends from the database.
    let delivery: PreparedDelivery
    /// Whether the caller must not learn the result of the delivery.
    let isSecret: Bool
    /// Returns the message with the text of the pool's trigger; `nil` if the pool has no such trigger.
    let reword: @Sendable () async throws(ServiceFault) -> Message?
}

/// A new code with its message, for the transaction that saves both.
package struct NewCode: Sendable {
    /// The destination of the message.
    package let destination: DeliveryDestination
    /// The message with the code.
    package let message: PreparedMessage
    /// The record of the code.
    let record: CodeRecord

    /// Saves the code, which replaces an older one, and its message.
    package func save(in store: any UserPoolWriting) throws {
        try store.put(record)
        try message.save(in: store)
    }
}
