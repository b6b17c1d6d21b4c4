// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseCore
package import GatehouseWire

/// The configuration files of client libraries, for one pool, client and identity pool of a deployment.
package struct ClientConfigurations: Sendable {
    let userPool: UserPoolType
    let client: UserPoolClientType
    private let secondFactors: GetUserPoolMfaConfigResponse
    private let identityPool: IdentityPool?
    let deployment: Deployment
    private let allowsInsecureEndpoint: Bool
    private let api: ClientAPI?

    /// Creates the files from the descriptions of the pools and of the data API; without an identity pool or an API, the
    /// files contain none.
    ///
    /// With `allowsInsecure`, the files allow clients to use plain HTTP if the base URL has it and another host.
    package init(
        userPool: UserPoolType, client: UserPoolClientType,
        secondFactors: GetUserPoolMfaConfigResponse = GetUserPoolMfaConfigResponse(), identityPool: IdentityPool?,
        deployment: Deployment, allowsInsecure: Bool = false, api: ClientAPI? = nil
    ) {
        self.userPool = userPool
        self.client = client
        self.secondFactors = secondFactors
        self.identityPool = identityPool
        self.deployment = deployment
        self.api = api
        let isPlain = deployment.baseURL.lowercased().hasPrefix("http:")
        allowsInsecureEndpoint = allowsInsecure && isPlain && !ServerConfiguration.isLocal(deployment.baseURL)
    }

    /// The contents of the files, with their names.
    package var all: [(name: String, content: WireValue)] {
        [
            ("amplify_outputs.json", amplifyOutputs),
            ("amplifyconfiguration.json", amplifyConfiguration),
            ("awsconfiguration.json", awsConfiguration),
        ]
    }

    var userPoolID: String { userPool.id ?? "" }

    /// The part of the pool's id before the underscore.
    private var region: String { userPoolID.split(separator: "_").first.map(String.init) ?? "" }

    /// The file of Amplify, generation 2.
    package var amplifyOutputs: WireValue {
        var auth: [WireName: WireValue] = [
            "aws_region": .string(region), "user_pool_id": .string(userPoolID),
            "user_pool_client_id": .string(client.clientId ?? ""),
            "standard_required_attributes": .strings(requiredAttributes),
            "user_verification_types": .strings(userPool.autoVerifiedAttributes?.map(\.rawValue)),
            "mfa_configuration": .string(multiFactorAuthentication), "mfa_methods": .strings(secondFactorNames),
        ]
        // The format has no empty list of these.
        if !usernameAttributes.isEmpty { auth["username_attributes"] = .strings(usernameAttributes) }
        auth["password_policy"] = userPool.policies?.passwordPolicy.map(Self.passwordPolicy)
        auth["oauth"] = hostedPages?.outputs
        if let identityPool {
            auth["identity_pool_id"] = .string(identityPool.identityPoolId)
            auth["unauthenticated_identities_enabled"] = .bool(identityPool.allowUnauthenticatedIdentities)
        }
        var file: [WireName: WireValue] = [
            "version": "1.4", "auth": .object(auth), "custom": ["gatehouse": .object(address)],
        ]
        file["data"] = api?.outputs(region: region)
        return .object(file)
    }

    /// The members that the format of Amplify does not have, which it permits below `custom` only.
    private var address: [WireName: WireValue] {
        var members: [WireName: WireValue] = ["endpoint": .string(deployment.baseURL)]
        if allowsInsecureEndpoint { members["allows_insecure_endpoint"] = .bool(true) }
        return members
    }

    /// The attributes with which users sign in; none in a pool whose users have user names.
    var usernameAttributes: [String] { (userPool.usernameAttributes ?? []).map(\.rawValue) }

    private static func passwordPolicy(_ policy: PasswordPolicyType) -> WireValue {
        [
            "min_length": .integer(Int64(policy.minimumLength ?? 8)),
            "require_lowercase": .bool(policy.requireLowercase ?? false),
            "require_uppercase": .bool(policy.requireUppercase ?? false),
            "require_numbers": .bool(policy.requireNumbers ?? false),
            "require_symbols": .bool(policy.requireSymbols ?? false),
        ]
    }

    /// The required attributes, without `sub`, which the service sets, and without custom attributes.
    var requiredAttributes: [String] {
        (userPool.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name)
            .filter { $0 != "sub" && !$0.hasPrefix("custom:") && !$0.hasPrefix("dev:") }
    }

    /// The pool's setting in Amplify's terms.
    private var multiFactorAuthentication: String {
        switch userPool.mfaConfiguration ?? .off {
        case .on: "REQUIRED"
        case .optional: "OPTIONAL"
        default: "NONE"
        }
    }

    var secondFactorNames: [String] {
        guard userPool.mfaConfiguration == .on || userPool.mfaConfiguration == .optional else { return [] }
        var names: [String] = []
        if secondFactors.smsMfaConfiguration != nil { names.append("SMS") }
        if secondFactors.softwareTokenMfaConfiguration?.enabled == true { names.append("TOTP") }
        if secondFactors.emailMfaConfiguration != nil { names.append("EMAIL") }
        return names
    }

    /// The file of Amplify, generation 1.
    package var amplifyConfiguration: WireValue {
        var file: [WireName: WireValue] = [
            "UserAgent": "aws-amplify-cli/2.0", "Version": "1.0",
            "auth": ["plugins": ["awsCognitoAuthPlugin": authPlugin]],
        ]
        file["api"] = api?.configuration(region: region)
        return .object(file)
    }

    /// The file of AWSMobileClient and the mobile SDKs, which read the endpoint of each section.
    var awsConfiguration: WireValue {
        authPlugin
    }

    private var authPlugin: WireValue {
        let region = WireValue.string(region)
        var pool: [WireName: WireValue] = [
            "PoolId": .string(userPoolID), "AppClientId": .string(client.clientId ?? ""), "Region": region,
        ]
        pool["AppClientSecret"] = client.clientSecret.map { .string($0) }
        var defaults = signUpRules
        defaults["authenticationFlowType"] = .string(flow)
        defaults["Endpoint"] = .string(deployment.baseURL)
        defaults["OAuth"] = hostedPages?.configuration(of: client)
        if allowsInsecureEndpoint { defaults["allowsInsecureEndpoint"] = .bool(true) }
        var plugin: [WireName: WireValue] = [
            "UserAgent": "aws-amplify/cli", "Version": "0.1.0", "IdentityManager": ["Default": [:]],
            "CognitoUserPool": ["Default": .object(pool)],
            "Auth": ["Default": .object(defaults)],
        ]
        if let identityPool {
            plugin["CredentialsProvider"] = [
                "CognitoIdentity": [
                    "Default": ["PoolId": .string(identityPool.identityPoolId), "Region": region]
                ]
            ]
        }
        return .object(plugin)
    }

    /// The first flow of generation 1 that the client allows.
    private var flow: String {
        let allowed = client.explicitAuthFlows ?? []
        let flows: [(name: String, values: [ExplicitAuthFlowsType])] = [
            ("USER_SRP_AUTH", [.allowUserSrpAuth]),
            ("USER_PASSWORD_AUTH", [.allowUserPasswordAuth, .userPasswordAuth]),
            ("USER_AUTH", [.allowUserAuth]),
            ("CUSTOM_AUTH_WITHOUT_SRP", [.allowCustomAuth, .customAuthFlowOnly]),
        ]
        return flows.first { $0.values.contains(where: allowed.contains) }?.name ?? "USER_SRP_AUTH"
    }
}

extension WireValue {
    static func strings(_ texts: [String]?) -> WireValue {
        .array((texts ?? []).map { .string($0) })
    }
}
