// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

extension ClientFiles.UserPool {
    /// The members of `Auth.Default` in files of generation 1 from which an app's forms are made.
    ///
    /// The Authenticator of Amplify's UI libraries does not start without them, so each is there, also an empty list.
    var signUpRules: [WireName: WireValue] {
        [
            "socialProviders": .strings(hostedPages?.providers.compactMap { Self.socialProviders[$0] }),
            "usernameAttributes": Self.capitals(usernameAttributes),
            "signupAttributes": Self.capitals(requiredAttributes),
            "passwordProtectionSettings": passwordProtection,
            "mfaConfiguration": .string((pool.mfaConfiguration ?? .off).rawValue),
            // The format has no e-mail among the second factors.
            "mfaTypes": .strings(secondFactorNames.filter { $0 != "EMAIL" }),
            "verificationMechanisms": Self.capitals(pool.autoVerifiedAttributes?.map(\.rawValue) ?? []),
        ]
    }

    private var passwordProtection: WireValue {
        let policy = pool.policies?.passwordPolicy
        let rules = [
            ("REQUIRES_LOWERCASE", policy?.requireLowercase), ("REQUIRES_UPPERCASE", policy?.requireUppercase),
            ("REQUIRES_NUMBERS", policy?.requireNumbers), ("REQUIRES_SYMBOLS", policy?.requireSymbols),
        ]
        return [
            "passwordPolicyMinLength": .integer(Int64(policy?.minimumLength ?? 8)),
            "passwordPolicyCharacters": .strings(rules.filter { $0.1 == true }.map(\.0)),
        ]
    }

    /// The names of the social providers in generation 1, by those in generation 2.
    private static let socialProviders = [
        "GOOGLE": "GOOGLE", "FACEBOOK": "FACEBOOK", "LOGIN_WITH_AMAZON": "AMAZON", "SIGN_IN_WITH_APPLE": "APPLE",
    ]

    private static func capitals(_ names: [String]) -> WireValue { .strings(names.map { $0.uppercased() }) }
}
