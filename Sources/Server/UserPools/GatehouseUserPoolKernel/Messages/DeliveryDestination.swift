// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
package import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

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

extension DeliveryDestination {
    /// Returns the destination of a reset code: the first channel in the pool's recovery setting that the user has
    /// verified; without a setting, the phone number before the e-mail address.
    ///
    /// The channel of the user's preferred or only second factor is skipped, because one mailbox or phone must not
    /// serve as both factors.
    ///
    /// - Throws: `NotAuthorizedException` if only administrators reset passwords, and `InvalidParameterException` for a
    ///   user without a verified destination.
    package static func forRecovery(
        of user: UserRecord, in pool: UserPoolRecord
    ) throws(ServiceFault) -> DeliveryDestination {
        for attribute in try recoveryAttributes(of: pool) where user.attributes[attribute + "_verified"] == "true" {
            if carriesSecondFactor(attribute, of: user, in: pool) { continue }
            if let value = user.attributes[attribute] { return DeliveryDestination(attribute: attribute, value: value) }
        }
        throw .invalidParameter(
            "Cannot reset password for the user as there is no registered/verified email or phone_number")
    }

    private static func carriesSecondFactor(
        _ attribute: String, of user: UserRecord, in pool: UserPoolRecord
    ) -> Bool {
        let factor: SecondFactor = attribute == "email" ? .email : .sms
        let active = user.activeFactors(in: pool)
        return active.contains(factor) && (active.count == 1 || user.mfa.preferred == factor)
    }

    /// Returns the attributes that reset codes can be sent to, the first choice first.
    ///
    /// - Throws: `NotAuthorizedException` if only administrators reset passwords.
    package static func recoveryAttributes(of pool: UserPoolRecord) throws(ServiceFault) -> [String] {
        guard let mechanisms = pool.description.accountRecoverySetting?.recoveryMechanisms, !mechanisms.isEmpty else {
            return ["phone_number", "email"]
        }
        guard !mechanisms.contains(where: { $0.name == .adminOnly }) else {
            throw ServiceFault(.notAuthorized, "Contact administrator to reset password.")
        }
        return mechanisms.sorted { $0.priority < $1.priority }.compactMap { mechanism in
            switch mechanism.name {
            case .verifiedEmail: "email"
            case .verifiedPhoneNumber: "phone_number"
            default: nil
            }
        }
    }
}
