// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The courier of a medium for which no way to send was configured: it refuses every message.
package struct UndeliverableCourier: Courier {
    private let isSilent: Bool

    /// Creates the courier; a silent one drops what is only posted.
    ///
    /// Where another medium works, a posted message that is refused would tell which medium a person has.
    package init(isSilent: Bool = false) {
        self.isSilent = isSilent
    }

    /// - Throws: always, `DeliveryRefusal`.
    package func deliver(_ message: Message) async throws {
        throw refusal(of: message)
    }

    /// - Throws: `DeliveryRefusal`, unless the courier is silent.
    package func post(_ message: Message, isDecoy: Bool) async throws {
        guard !isSilent else { return }
        throw refusal(of: message)
    }

    private func refusal(of message: Message) -> DeliveryRefusal {
        DeliveryRefusal("no way to send \(message.medium.rawValue) messages is configured")
    }
}
