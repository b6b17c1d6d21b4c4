// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel

/// A user's factors as the service prints them; what is empty is left out.
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

    /// What a user can sign in with where the pool lets them: first factors, and the authenticator app.
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
