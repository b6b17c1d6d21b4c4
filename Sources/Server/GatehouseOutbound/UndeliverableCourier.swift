// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The courier of an installation that was given no way to send messages: it refuses every one.
package struct UndeliverableCourier: Courier {
    /// Why a message was refused.
    package struct Refusal: Error, CustomStringConvertible {
        package let medium: Message.Medium
        package var description: String { "no way to send \(medium.rawValue) messages is configured" }
    }

    /// Creates the courier.
    package init() {}

    /// - Throws: always, ``Refusal``.
    package func deliver(_ message: Message) async throws {
        throw Refusal(medium: message.medium)
    }
}
