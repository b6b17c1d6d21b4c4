// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns the factors with which the user can sign in.
    package func getUserAuthFactors(
        _ request: GetUserAuthFactorsRequest
    ) async throws(ServiceFault) -> GetUserAuthFactorsResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let (pool, passkeys) = try await records.read { store in
            (try store.existingPool(user.poolID), try store.passkeys(ofUser: user.sub, inPool: user.poolID))
        }
        let factors = UserFactorList(user)
        return GetUserAuthFactorsResponse(
            username: user.username, preferredMfaSetting: factors.preferred, userMFASettingList: factors.enabled,
            configuredUserAuthFactors: UserFactorList.configured(for: user, with: passkeys, in: pool))
    }
}

extension RecordOperations {
    /// Returns the factors with which a user can sign in.
    package func adminGetUserAuthFactors(
        _ request: AdminGetUserAuthFactorsRequest
    ) async throws(ServiceFault) -> AdminGetUserAuthFactorsResponse {
        let (user, passkeys, pool) = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            return (user, try store.passkeys(ofUser: user.sub, inPool: pool.id), pool)
        }
        let factors = UserFactorList(user)
        return AdminGetUserAuthFactorsResponse(
            username: user.username, preferredMfaSetting: factors.preferred, userMFASettingList: factors.enabled,
            configuredUserAuthFactors: UserFactorList.configured(for: user, with: passkeys, in: pool))
    }

    /// Removes the software token of a user, even one that is being set up; a user without one is not an error.
    package func adminDeleteSoftwareToken(
        _ request: AdminDeleteSoftwareTokenRequest
    ) async throws(ServiceFault) -> AdminDeleteSoftwareTokenResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            var mfa = user.mfa
            mfa.softwareToken = nil
            mfa.pendingSecret = nil
            mfa.set(.softwareToken, enabled: false, preferred: false)
            try store.save(mfa, of: user, at: now)
        }
        return AdminDeleteSoftwareTokenResponse()
    }
}

/// The factors of a user as responses contain them; empty lists are omitted.
struct UserFactorList: Sendable {
    let preferred: String?
    let enabled: [String]?
    let legacyOptions: [MFAOptionType]?

    init(_ user: UserRecord) {
        preferred = user.mfa.preferred?.rawValue
        let names = user.mfa.enabled.listed.map(\.rawValue)
        enabled = names.isEmpty ? nil : names
        legacyOptions = LegacyMFAOptions.printed(user.mfa)
    }

    /// The factors with which a user can sign in: the password, the other first factors that the pool allows, and the
    /// software token.
    static func configured(
        for user: UserRecord, with passkeys: [PasskeyRecord], in pool: UserPoolRecord
    ) -> [AuthFactorType] {
        AuthFactorType.allValues.filter { factor in
            switch factor {
            case .password: user.password != nil
            case .emailOtp: pool.firstFactors.contains(factor) && user.canUse(.email)
            case .smsOtp: pool.firstFactors.contains(factor) && user.canUse(.sms)
            case .webAuthn: pool.firstFactors.contains(factor) && !passkeys.isEmpty
            case .softwareToken: user.canUse(.softwareToken)
            default: false
            }
        }
    }
}
