// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel

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
