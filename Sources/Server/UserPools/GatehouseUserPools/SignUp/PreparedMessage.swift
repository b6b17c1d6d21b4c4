// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// A message, as far as it is made before its transaction has ended.
enum PreparedMessage: Sendable {
    /// The transaction keeps it: where what it tells of counts, the message is on disk.
    case ready(ReadyMessage)
    /// It cannot be made, which is told once the transaction has ended well: earlier, the fault would tell a guesser that
    /// the answer was right.
    case impossible(ServiceFault)

    /// Keeps the message in the transaction.
    func save(in store: any UserPoolWriting) throws {
        if case .ready(let message) = self, let queued = message.delivery.queued { try store.insert(queued) }
    }
}

/// A message that is made, and goes once the transaction that keeps it has ended well.
struct ReadyMessage: Sendable {
    /// What the courier made of it, with what must be on disk where it sends from the database.
    let delivery: PreparedDelivery
    /// Whether nobody learns what becomes of it.
    let isSecret: Bool
    /// Has a function of the pool's write it; without one, there is nothing to reword.
    let reword: @Sendable () async throws(ServiceFault) -> Message?
}

/// A code that is drawn, with the message that carries it, for the transaction that keeps both.
struct NewCode: Sendable {
    /// Where the message goes.
    let destination: DeliveryDestination
    /// What carries the code.
    let message: PreparedMessage
    /// What is known of the code.
    let record: CodeRecord

    /// Keeps the code, in place of an older one, and its message.
    func save(in store: any UserPoolWriting) throws {
        try store.put(record)
        try message.save(in: store)
    }
}
