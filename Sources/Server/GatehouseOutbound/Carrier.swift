// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Transmits messages to the next server: a mail server or an SMS gateway.
package protocol Carrier: Sendable {
    /// Transmits a message; returns after the server has accepted it.
    ///
    /// `id` is the same for every attempt of a message, so that the server can detect a repetition.
    /// - Throws: `CarriageFailure` if the server has not accepted the message.
    func carry(_ message: Message, id: String) async throws(CarriageFailure)
}

/// The reason why the receiving server did not accept a message.
package enum CarriageFailure: Error, Equatable {
    /// A permanent failure: another attempt would have the same result.
    case refused(String)
    /// A temporary failure: the server was unreachable, busy, or configured incorrectly.
    case postponed(String)
}
