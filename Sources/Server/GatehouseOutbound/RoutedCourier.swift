// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Selects the courier of a message by its medium, or the one for messages that functions send.
package struct RoutedCourier: Courier {
    private let email: any Courier
    private let sms: any Courier
    private let functions: any Courier

    /// Creates the courier from those for each medium and for functions.
    package init(email: any Courier, sms: any Courier, functions: any Courier) {
        self.email = email
        self.sms = sms
        self.functions = functions
    }

    package func consign(_ message: Message, isDecoy: Bool) throws -> PreparedDelivery {
        try courier(of: message).consign(message, isDecoy: isDecoy)
    }

    private func courier(of message: Message) -> any Courier {
        guard message.sender == nil else { return functions }
        return switch message.medium {
        case .email: email
        case .sms: sms
        }
    }
}

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
