// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseWire

extension ClientFiles {
    /// A user pool and one of its app clients, in the files of an app.
    package struct UserPool: Sendable {
        let pool: UserPoolType
        let client: UserPoolClientType
        private let secondFactors: GetUserPoolMfaConfigResponse
        private let prefixDomain: String?
        private let groups: [Group]
        private let beginsWithCustomChallenges: Bool

        /// Makes the part of a user pool from the descriptions that the service gives.
        ///
        /// - Parameters:
        ///   - pool: the description of the pool.
        ///   - client: the description of the app client.
        ///   - secondFactors: the settings of second factors.
        ///   - prefixDomain: the address of the pool's prefix domain, if it has one. A custom domain counts before it.
        ///   - groups: the groups of the app.
        ///   - beginsWithCustomChallenges: whether sign-ins of apps begin with `CUSTOM_AUTH` if the client allows it.
        package init(
            _ pool: UserPoolType, client: UserPoolClientType,
            secondFactors: GetUserPoolMfaConfigResponse = GetUserPoolMfaConfigResponse(), prefixDomain: String? = nil,
            groups: [Group] = [], beginsWithCustomChallenges: Bool = false
        ) {
            self.pool = pool
            self.client = client
            self.secondFactors = secondFactors
            self.prefixDomain = prefixDomain
            self.groups = groups
            self.beginsWithCustomChallenges = beginsWithCustomChallenges
        }

        var id: String { pool.id ?? "" }

        /// The attributes with which users sign in; none in a pool whose users have user names.
        var usernameAttributes: [String] { (pool.usernameAttributes ?? []).map(\.rawValue) }

        /// The required attributes, without `sub`, which the service sets, and without custom attributes.
        var requiredAttributes: [String] {
            (pool.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name)
                .filter { $0 != "sub" && !$0.hasPrefix("custom:") && !$0.hasPrefix("dev:") }
        }

        /// The second factors that users of the pool may have.
        var secondFactorNames: [String] {
            guard pool.mfaConfiguration == .on || pool.mfaConfiguration == .optional else { return [] }
            var names: [String] = []
            if secondFactors.smsMfaConfiguration != nil { names.append("SMS") }
            if secondFactors.softwareTokenMfaConfiguration?.enabled == true { names.append("TOTP") }
            if secondFactors.emailMfaConfiguration != nil { names.append("EMAIL") }
            return names
        }

        /// The name of the custom domain, else the address of the prefix domain.
        var pagesDomain: String? { pool.customDomain ?? prefixDomain }
    }

    /// A group of a user pool, in the files of an app.
    package struct Group: Sendable {
        let name: String
        let precedence: Int

        /// Makes a group; of a user's groups, the one with the lowest precedence decides.
        package init(name: String, precedence: Int) {
            self.name = name
            self.precedence = precedence
        }
    }
}

extension ClientFiles.UserPool {
    /// The members of `auth` in the file of generation 2, without those of an identity pool.
    var outputs: [WireName: WireValue] {
        var auth: [WireName: WireValue] = [
            "user_pool_id": .string(id), "user_pool_client_id": .string(client.clientId ?? ""),
            "standard_required_attributes": .strings(requiredAttributes),
            "user_verification_types": .strings(pool.autoVerifiedAttributes?.map(\.rawValue)),
            "mfa_configuration": .string(multiFactorAuthentication), "mfa_methods": .strings(secondFactorNames),
        ]
        // The format has no empty list of these.
        if !usernameAttributes.isEmpty { auth["username_attributes"] = .strings(usernameAttributes) }
        auth["password_policy"] = pool.policies?.passwordPolicy.map(Self.passwordPolicy)
        auth["oauth"] = hostedPages?.outputs
        if !groups.isEmpty {
            auth["groups"] = .array(
                groups.map { .object([WireName($0.name): ["precedence": .integer(Int64($0.precedence))]]) })
        }
        return auth
    }

    private static func passwordPolicy(_ policy: PasswordPolicyType) -> WireValue {
        [
            "min_length": .integer(Int64(policy.minimumLength ?? 8)),
            "require_lowercase": .bool(policy.requireLowercase ?? false),
            "require_uppercase": .bool(policy.requireUppercase ?? false),
            "require_numbers": .bool(policy.requireNumbers ?? false),
            "require_symbols": .bool(policy.requireSymbols ?? false),
        ]
    }

    /// The pool's setting in Amplify's terms.
    private var multiFactorAuthentication: String {
        switch pool.mfaConfiguration ?? .off {
        case .on: "REQUIRED"
        case .optional: "OPTIONAL"
        default: "NONE"
        }
    }

    /// `CognitoUserPool.Default` of generation 1.
    func section(region: String) -> [WireName: WireValue] {
        var section: [WireName: WireValue] = [
            "PoolId": .string(id), "AppClientId": .string(client.clientId ?? ""), "Region": .string(region),
        ]
        section["AppClientSecret"] = client.clientSecret.map { .string($0) }
        return section
    }

    /// `authenticationFlowType` of generation 1: custom challenges if they are wanted and allowed, else the first flow
    /// that the client allows.
    var flow: String {
        let allowed = client.explicitAuthFlows ?? []
        let custom: [ExplicitAuthFlowsType] = [.allowCustomAuth, .customAuthFlowOnly]
        // A client without a list allows custom challenges.
        if beginsWithCustomChallenges, allowed.isEmpty || custom.contains(where: allowed.contains) {
            return "CUSTOM_AUTH"
        }
        let flows: [(name: String, values: [ExplicitAuthFlowsType])] = [
            ("USER_SRP_AUTH", [.allowUserSrpAuth]),
            ("USER_PASSWORD_AUTH", [.allowUserPasswordAuth, .userPasswordAuth]),
            ("USER_AUTH", [.allowUserAuth]),
            ("CUSTOM_AUTH_WITHOUT_SRP", custom),
        ]
        return flows.first { $0.values.contains(where: allowed.contains) }?.name ?? "USER_SRP_AUTH"
    }
}
