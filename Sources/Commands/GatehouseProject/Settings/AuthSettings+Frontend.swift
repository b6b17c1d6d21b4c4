// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthSettings {
    /// The member `frontendAuthConfig` of `backend-config.json`, which the files of apps repeat.
    ///
    /// The Authenticator of AWS's UI library does not start without all of its members.
    package var frontendAuthConfig: JSONValue {
        let social = hostedPages?.providers.compactMap { SocialProvider(rawValue: $0)?.frontendName } ?? []
        return [
            "socialProviders": .strings(social),
            "usernameAttributes": .strings(usernameAttributes.map { $0.uppercased() }),
            "signupAttributes": .strings(requiredAttributes.map { $0.uppercased() }),
            "passwordProtectionSettings": [
                "passwordPolicyMinLength": .integer(passwordLength),
                "passwordPolicyCharacters": .strings(
                    passwordCharacters.map { $0.uppercased().split(separator: " ").joined(separator: "_") }),
            ],
            "mfaConfiguration": .string(mfaConfiguration),
            "mfaTypes": .strings(
                mfaTypes.isEmpty ? ["SMS"] : mfaTypes.map { $0 == AuthTable.smsFactor ? "SMS" : $0 }),
            "verificationMechanisms": .strings(autoVerifiedAttributes.map { $0.uppercased() }),
        ]
    }
}
