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

    /// Refuses the message when it is handed over.
    package func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery {
        let refusal = DeliveryRefusal("no way to send \(message.medium.rawValue) messages is configured")
        return PreparedDelivery(queued: nil) { _, waits in
            if waits || !isSilent { throw refusal }
        }
    }
}
