// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseWire

/// The configuration files of client libraries, for the user pool, identity pool and data API of one app.
///
/// The server writes them for `gatehouse dev` and `gatehouse outputs`, the tool for `amplify push`. What an app does not
/// have is not in its files.
package struct ClientFiles: Sendable {
    /// The region of the pools and of the data API.
    let region: String
    /// The address under which apps reach the server, without a slash at its end.
    package let baseURL: String
    let userPool: UserPool?
    let identityPool: IdentityPool?
    let providerApps: ProviderApps
    let api: ClientAPI?
    private let allowsInsecureEndpoint: Bool

    /// Makes the files.
    ///
    /// - Parameters:
    ///   - region: the region of the pools and of the data API.
    ///   - baseURL: the address under which apps reach the server, without a slash at its end.
    ///   - userPool: the user pool and the app client, if any.
    ///   - identityPool: the identity pool, if any.
    ///   - providerApps: how the app is known to providers whose tokens the identity pool accepts.
    ///   - api: the data API, if any.
    ///   - allowsInsecureEndpoint: whether the files allow clients to use plain HTTP to another machine.
    package init(
        region: String, baseURL: String, userPool: UserPool?, identityPool: IdentityPool?,
        providerApps: ProviderApps = ProviderApps(), api: ClientAPI? = nil, allowsInsecureEndpoint: Bool = false
    ) {
        self.region = region
        self.baseURL = baseURL
        self.userPool = userPool
        self.identityPool = identityPool
        self.providerApps = providerApps
        self.api = api
        self.allowsInsecureEndpoint = allowsInsecureEndpoint
    }

    /// The contents of the files, with their names.
    package var all: [(name: String, content: WireValue)] {
        [
            ("amplify_outputs.json", amplifyOutputs),
            ("amplifyconfiguration.json", amplifyConfiguration),
            ("awsconfiguration.json", awsConfiguration),
        ]
    }

    /// The id of the user pool; empty without one.
    package var userPoolID: String { userPool?.id ?? "" }

    /// The name of the data API; `nil` without one.
    package var apiName: String? { api?.name }

    // MARK: - Generation 2

    /// The file of Amplify, generation 2: version 1.4 of its format.
    package var amplifyOutputs: WireValue {
        var file: [WireName: WireValue] = ["version": "1.4", "custom": ["gatehouse": .object(address)]]
        // The format has no `auth` without a user pool.
        file["auth"] = userPool.map { .object(outputs(of: $0)) }
        file["data"] = api?.outputs(region: region)
        return .object(file)
    }

    private func outputs(of userPool: UserPool) -> [WireName: WireValue] {
        var auth = userPool.outputs
        auth["aws_region"] = .string(region)
        if let identityPool {
            auth["identity_pool_id"] = .string(identityPool.identityPoolId)
            auth["unauthenticated_identities_enabled"] = .bool(identityPool.allowUnauthenticatedIdentities)
        }
        return auth
    }

    /// The members that the format of Amplify does not have, which it permits below `custom` only.
    private var address: [WireName: WireValue] {
        var members: [WireName: WireValue] = ["endpoint": .string(baseURL)]
        if allowsInsecureEndpoint { members["allows_insecure_endpoint"] = .bool(true) }
        return members
    }

    // MARK: - Generation 1

    /// The file of Amplify, generation 1.
    package var amplifyConfiguration: WireValue {
        var file: [WireName: WireValue] = ["UserAgent": "aws-amplify-cli/2.0", "Version": "1.0"]
        if userPool != nil || identityPool != nil {
            file["auth"] = ["plugins": ["awsCognitoAuthPlugin": awsConfiguration]]
        }
        file["api"] = api?.configuration(region: region)
        return .object(file)
    }

    /// The file of AWSMobileClient and the mobile SDKs, whose sections the plugin of Amplify reads as well.
    package var awsConfiguration: WireValue {
        var defaults = userPool?.signUpRules ?? [:]
        defaults["authenticationFlowType"] = userPool.map { .string($0.flow) }
        defaults["OAuth"] = userPool.flatMap { $0.hostedPages?.configuration(of: $0.client) }
        defaults["Endpoint"] = .string(baseURL)
        if allowsInsecureEndpoint { defaults["allowsInsecureEndpoint"] = .bool(true) }
        var file: [WireName: WireValue] = [
            "UserAgent": "aws-amplify/cli", "Version": "0.1.0", "IdentityManager": ["Default": [:]],
            "Auth": ["Default": .object(defaults)],
        ]
        if let userPool { file["CognitoUserPool"] = ["Default": .object(userPool.section(region: region))] }
        if let identityPool {
            file["CredentialsProvider"] = [
                "CognitoIdentity": [
                    "Default": ["PoolId": .string(identityPool.identityPoolId), "Region": .string(region)]
                ]
            ]
        }
        file["GoogleSignIn"] = providerApps.google
        file["FacebookSignIn"] = providerApps.facebook
        file["AppSync"] = api?.sections(region: region)
        return .object(file)
    }
}

extension WireValue {
    static func strings(_ texts: [String]?) -> WireValue {
        .array((texts ?? []).map { .string($0) })
    }
}
