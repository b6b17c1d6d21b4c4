// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Takes one message to the next house: a mail server, an SMS gateway.
package protocol Carrier: Sendable {
    /// Carries a message; returns once the other side has taken it over.
    ///
    /// `id` is the same each time the same message is carried, so that the other side can tell a repetition.
    /// - Throws: why it was not taken over.
    func carry(_ message: Message, id: String) async throws(CarriageFailure)
}
