// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// The courier of a medium that is not configured: it refuses every message.
package struct UndeliverableCourier: Courier {
    private let isSilent: Bool

    /// Creates the courier; a silent one drops messages from `post` without an error.
    ///
    /// If another medium works, an error for a posted message would reveal which medium a user has.
    package init(isSilent: Bool = false) {
        self.isSilent = isSilent
    }

    /// Prepares the message; its delivery is refused.
    package func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery {
        let refusal = DeliveryRefusal("no way to send \(message.medium.rawValue) messages is configured")
        return PreparedDelivery(queued: nil) { _, waits in
            if waits || !isSilent { throw refusal }
        }
    }
}
