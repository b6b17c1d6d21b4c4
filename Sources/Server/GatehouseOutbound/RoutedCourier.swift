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
