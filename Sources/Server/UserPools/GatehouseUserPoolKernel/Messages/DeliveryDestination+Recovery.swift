// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

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
