// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Hands each message to the courier of its medium.
package struct RoutedCourier: Courier {
    private let email: any Courier
    private let sms: any Courier

    /// Names the courier of each medium.
    package init(email: any Courier, sms: any Courier) {
        self.email = email
        self.sms = sms
    }

    package func deliver(_ message: Message) async throws {
        try await courier(of: message).deliver(message)
    }

    package func post(_ message: Message, isDecoy: Bool) async throws {
        try await courier(of: message).post(message, isDecoy: isDecoy)
    }

    private func courier(of message: Message) -> any Courier {
        switch message.medium {
        case .email: email
        case .sms: sms
        }
    }
}
