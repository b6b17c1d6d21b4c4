// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The older form of a user's factors, which contains only codes by SMS.
enum LegacyMFAOptions {
    private static let sms = MFAOptionType(deliveryMedium: .sms, attributeName: "phone_number")

    /// The options of a user; `nil` for a user without options.
    static func printed(_ mfa: UserMFA) -> [MFAOptionType]? {
        mfa.legacySMS ? [sms] : nil
    }

    /// The user's factors with these options; an empty list disables SMS.
    /// - Throws: `InvalidParameterException` for a delivery other than SMS to the phone number, for a user without a
    ///   number, and if the user must not disable the factor.
    static func applied(
        _ options: [MFAOptionType], to user: UserRecord, in pool: UserPoolRecord, byAdministrator: Bool
    ) throws(ServiceFault) -> UserMFA {
        guard options.isEmpty || options == [sms] else {
            throw .invalidParameter("MFAOptions can only be SMS to phone_number.")
        }
        var mfa = user.mfa
        if !options.isEmpty {
            try user.checkDelivery(of: .sms, in: pool)
        } else if mfa.legacySMS, pool.mfa.requirement == .on, !byAdministrator {
            throw .cannotSwitchOff(.sms)
        }
        mfa.legacySMS = !options.isEmpty
        return mfa
    }
}
