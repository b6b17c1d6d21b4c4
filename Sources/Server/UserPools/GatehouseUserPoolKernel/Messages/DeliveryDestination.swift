// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseCore
package import GatehouseUserPoolModel

/// The destination of a message to a user, with its masked form for responses.
package struct DeliveryDestination: Sendable, Equatable {
    /// `email` or `phone_number`.
    package let attribute: String
    /// The e-mail address or phone number.
    package let value: String

    /// Creates the destination of messages to the value of an attribute.
    package init(attribute: String, value: String) {
        self.attribute = attribute
        self.value = value
    }

    /// The medium that reaches the destination.
    package var medium: Message.Medium { attribute == "email" ? .email : .sms }

    /// The masked form: `f***@e***` for an e-mail address, `+*******0100` for a phone number.
    package var masked: String {
        attribute == "email" ? Self.masked(email: value) : Self.masked(phone: value)
    }

    /// The description of the destination in responses; the value is masked.
    package var details: CodeDeliveryDetailsType {
        CodeDeliveryDetailsType(
            destination: masked, deliveryMedium: medium == .email ? .email : .sms, attributeName: attribute)
    }

    /// Returns the destination of a sign-up code: the phone number before the e-mail address, and only attributes that
    /// the pool verifies.
    package static func forVerification(
        of attributes: [String: String], in pool: UserPoolRecord
    ) -> DeliveryDestination? {
        for attribute in verificationAttributes(of: pool) {
            if let value = attributes[attribute] { return DeliveryDestination(attribute: attribute, value: value) }
        }
        return nil
    }

    /// Returns the attributes that sign-up codes are sent to, the first choice first.
    static func verificationAttributes(of pool: UserPoolRecord) -> [String] {
        ["phone_number", "email"].filter(pool.autoVerifiedAttributes.contains)
    }

    private static func masked(email: String) -> String {
        let parts = email.split(separator: "@", maxSplits: 1)
        return parts.map { "\($0.prefix(1))***" }.joined(separator: "@")
    }

    private static func masked(phone: String) -> String {
        let digits = phone.drop { $0 == "+" }
        return "+" + String(repeating: "*", count: max(0, digits.count - 4)) + digits.suffix(4)
    }
}
