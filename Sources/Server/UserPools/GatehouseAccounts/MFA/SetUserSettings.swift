// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Enables or disables codes by SMS for the user, in the form that `SetUserMFAPreference` replaced.
    package func setUserSettings(
        _ request: SetUserSettingsRequest
    ) async throws(ServiceFault) -> SetUserSettingsResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let now = clock.now
        try await records.write { store in
            let (user, pool) = (try store.present(user), try store.existingPool(user.poolID))
            let mfa = try LegacyMFAOptions.applied(request.mfaOptions, to: user, in: pool, byAdministrator: false)
            try store.save(mfa, of: user, at: now)
        }
        return SetUserSettingsResponse()
    }
}

extension RecordOperations {
    /// Enables or disables codes by SMS for a user, in the form that `AdminSetUserMFAPreference` replaced.
    package func adminSetUserSettings(
        _ request: AdminSetUserSettingsRequest
    ) async throws(ServiceFault) -> AdminSetUserSettingsResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let mfa = try LegacyMFAOptions.applied(request.mfaOptions, to: user, in: pool, byAdministrator: true)
            try store.save(mfa, of: user, at: now)
        }
        return AdminSetUserSettingsResponse()
    }
}

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
