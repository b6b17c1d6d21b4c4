// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension PoolConfiguration {
    /// Reads generation 2 values: `amplify_outputs.json`.
    ///
    /// - Throws: `AuthError.configuration` when there is no `auth` object, or when `custom.gatehouse` cannot be read.
    init(_ outputs: AmplifyOutputsData) throws(AuthError) {
        guard let auth = outputs.auth else {
            throw .configuration(
                "The configuration has no auth object",
                "Add auth with aws_region, user_pool_id and user_pool_client_id to amplify_outputs.json"
            )
        }
        let region = Setting(key: "auth.aws_region", value: auth.awsRegion)
        let servers = try Self.servers(of: outputs)
        self.init(
            userPool: UserPool(
                id: Setting(key: "auth.user_pool_id", value: auth.userPoolId),
                clientID: Setting(key: "auth.user_pool_client_id", value: auth.userPoolClientId),
                region: region,
                endpoint: servers.userPoolEndpoint.map(Setting.init)
            ),
            identityPool: auth.identityPoolId.map { id in
                IdentityPool(
                    id: Setting(key: "auth.identity_pool_id", value: id),
                    region: region,
                    endpoint: servers.identityPoolEndpoint.map(Setting.init)
                )
            },
            pages: auth.oauth.flatMap { Pages($0, clientID: auth.userPoolClientId) },
            endpoint: servers.endpoint.map(Setting.init),
            allowsInsecureEndpoint: servers.allowsInsecureEndpoint,
            permission: servers.permission
        )
    }

    private static func servers(of outputs: AmplifyOutputsData) throws(AuthError) -> AmplifyOutputsData.Servers {
        do throws(ConfigurationError) {
            return try outputs.servers()
        } catch {
            throw .configuration(error.errorDescription, error.recoverySuggestion)
        }
    }
}

extension PoolConfiguration.Setting {
    fileprivate init(_ address: AmplifyOutputsData.Servers.Address) {
        self.init(key: address.key, value: address.value)
    }
}

extension PoolConfiguration.Pages {
    /// The first redirect URI of each kind counts; nil without one.
    fileprivate init?(_ oauth: AmplifyOutputsData.Auth.OAuth, clientID: String) {
        guard let signIn = oauth.redirectSignInUri.first, let signOut = oauth.redirectSignOutUri.first else {
            return nil
        }
        self.init(
            domain: PoolConfiguration.Setting(key: "auth.oauth.domain", value: oauth.domain),
            clientID: PoolConfiguration.Setting(key: "auth.user_pool_client_id", value: clientID),
            signInRedirect: PoolConfiguration.Setting(key: "auth.oauth.redirect_sign_in_uri", value: signIn),
            signOutRedirect: PoolConfiguration.Setting(key: "auth.oauth.redirect_sign_out_uri", value: signOut),
            scopes: oauth.scopes
        )
    }
}

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
