// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension JSONValue {
    /// Makes the generation 1 form of generation 2 values, for apps that read sign-up rules from the configuration.
    init(_ auth: AmplifyOutputsData.Auth) {
        var values: [String: JSONValue] = ["authenticationFlowType": "USER_SRP_AUTH"]
        values["usernameAttributes"] = Self.names(auth.usernameAttributes?.map(\.rawValue))
        values["signupAttributes"] = Self.names(auth.standardRequiredAttributes?.map(\.rawValue))
        values["verificationMechanisms"] = Self.names(auth.userVerificationTypes?.map(\.rawValue))
        values["mfaConfiguration"] = auth.mfaConfiguration.map { .string($0) }
        values["mfaTypes"] = Self.names(auth.mfaMethods)
        values["passwordProtectionSettings"] = auth.passwordPolicy.map(JSONValue.init)
        values["OAuth"] = auth.oauth.map { JSONValue($0, clientID: auth.userPoolClientId) }
        self = ["Auth": ["Default": .object(values)]]
    }

    private init(_ policy: AmplifyOutputsData.Auth.PasswordPolicy) {
        let rules = [
            ("REQUIRES_LOWERCASE", policy.requireLowercase), ("REQUIRES_UPPERCASE", policy.requireUppercase),
            ("REQUIRES_NUMBERS", policy.requireNumbers), ("REQUIRES_SYMBOLS", policy.requireSymbols),
        ]
        self = [
            "passwordPolicyMinLength": .number(Double(policy.minLength)),
            "passwordPolicyCharacters": .array(rules.filter(\.1).map { .string($0.0) }),
        ]
    }

    private init(_ oauth: AmplifyOutputsData.Auth.OAuth, clientID: String) {
        var values: [String: JSONValue] = [
            "WebDomain": .string(oauth.domain), "AppClientId": .string(clientID),
            "Scopes": .array(oauth.scopes.map { .string($0) }),
        ]
        values["SignInRedirectURI"] = oauth.redirectSignInUri.first.map { .string($0) }
        values["SignOutRedirectURI"] = oauth.redirectSignOutUri.first.map { .string($0) }
        self = .object(values)
    }

    private static func names(_ names: [String]?) -> JSONValue? {
        names.map { .array($0.map { .string($0.uppercased()) }) }
    }
}
