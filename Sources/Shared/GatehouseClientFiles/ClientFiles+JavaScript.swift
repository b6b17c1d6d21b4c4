// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseWire

extension ClientFiles {
    /// The file of Amplify for JavaScript, generation 1: the object of `aws-exports.js`.
    ///
    /// The format has no member for the address of a server. `gatehouse_endpoint` is one of our own, which the library
    /// ignores and the app hands to it.
    package var javaScriptExports: WireValue {
        var file: [WireName: WireValue] = [
            "aws_project_region": .string(region), "gatehouse_endpoint": .string(baseURL),
        ]
        if userPool != nil || identityPool != nil { file["aws_cognito_region"] = .string(region) }
        if let identityPool { file["aws_cognito_identity_pool_id"] = .string(identityPool.identityPoolId) }
        if let userPool { file.merge(userPool.exports) { $1 } }
        if let api { file.merge(api.exports(region: region)) { $1 } }
        return .object(file)
    }
}

extension ClientFiles.UserPool {
    /// The members of a user pool in the file of Amplify for JavaScript.
    fileprivate var exports: [WireName: WireValue] {
        var members: [WireName: WireValue] = [
            "aws_user_pools_id": .string(id), "aws_user_pools_web_client_id": .string(client.clientId ?? ""),
            "oauth": hostedPages?.exports ?? [:],
        ]
        if hostedPages != nil { members["federationTarget"] = "COGNITO_USER_POOLS" }
        let rules = signUpRules
        for (name, export) in Self.ruleNames { members[WireName(export)] = rules[WireName(name)] }
        return members
    }

    /// The names of the rules for forms in this file, by those in the other files of generation 1.
    private static let ruleNames = [
        "socialProviders": "aws_cognito_social_providers", "usernameAttributes": "aws_cognito_username_attributes",
        "signupAttributes": "aws_cognito_signup_attributes",
        "passwordProtectionSettings": "aws_cognito_password_protection_settings",
        "mfaConfiguration": "aws_cognito_mfa_configuration", "mfaTypes": "aws_cognito_mfa_types",
        "verificationMechanisms": "aws_cognito_verification_mechanisms",
    ]
}

extension ClientFiles.UserPool.HostedPages {
    /// The object `oauth` of the file of Amplify for JavaScript, which puts `https://` before the domain.
    fileprivate var exports: WireValue {
        let scheme = "https://"
        let host = domain.hasPrefix(scheme) ? String(domain.dropFirst(scheme.count)) : domain
        return [
            "domain": .string(host), "scope": .strings(scopes), "responseType": "code",
            "redirectSignIn": .string(signIn.joined(separator: ",")),
            "redirectSignOut": .string(signOut.joined(separator: ",")),
        ]
    }
}
