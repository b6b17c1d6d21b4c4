// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

/// How responses describe APIs and keys.
package struct APIDescription: Sendable {
    let deployment: Deployment

    /// Creates the descriptions for a server.
    package init(_ deployment: Deployment) { self.deployment = deployment }

    /// The ARN of an API.
    func arn(_ id: String) -> String { deployment.dataAPIARN(id) }

    /// The id of the API that an ARN names; `nil` for an ARN of another form, region or account.
    func id(inARN arn: String) -> String? {
        let prefix = self.arn("")
        guard arn.utf8.starts(with: prefix.utf8) else { return nil }
        return String(arn.dropFirst(prefix.count))
    }

    /// The address of an API.
    package func endpoint(_ id: String) -> String { deployment.dataEndpoint(id) }

    private func realtime(_ id: String) -> String {
        let url = endpoint(id)
        return (url.hasPrefix("https") ? "wss" : "ws") + url.drop { $0 != ":" } + "/realtime"
    }

    private var host: String {
        let rest = deployment.baseURL.drop { $0 != ":" }.dropFirst(3)
        return String(rest.prefix { $0 != "/" })
    }

    /// The shape `GraphqlApi`; `isDefault` adds whether the API is at `/graphql`, which AppSync does not have.
    package func api(_ api: StoredAPI, isDefault: Bool? = nil) -> WireValue {
        let settings = api.settings
        var members: [WireName: WireValue] = [
            "apiId": .string(api.id), "name": .string(api.name), "arn": .string(arn(api.id)),
            "authenticationType": .string(settings.defaultMode.rawValue), "apiType": "GRAPHQL",
            "visibility": "GLOBAL", "xrayEnabled": false, "owner": .string(deployment.accountID),
            "introspectionConfig": api.bounds.allowsIntrospection ? "ENABLED" : "DISABLED",
            "queryDepthLimit": .integer(Int64(api.bounds.depth ?? 0)), "resolverCountLimit": 0,
            "tags": .object(ofTexts: api.tags),
            "uris": ["GRAPHQL": .string(endpoint(api.id)), "REALTIME": .string(realtime(api.id))],
            "dns": ["GRAPHQL": .string(host), "REALTIME": .string(host)],
        ]
        if let isDefault { members["isDefault"] = .bool(isDefault) }
        var pools = api.userPools[...]
        if settings.defaultMode == .userPools, let pool = pools.popFirst() {
            members["userPoolConfig"] = config(pool, settings.userPoolsAction)
        }
        var issuers = api.openIDIssuers[...]
        if settings.defaultMode == .oidc, let issuer = issuers.popFirst() {
            members["openIDConnectConfig"] = issuer.description
        }
        if settings.defaultMode == .function { members["lambdaAuthorizerConfig"] = api.authorizer?.description }
        let several: Set<AuthorizationMode> = [.userPools, .oidc]
        var providers = settings.modes.dropFirst().filter { !several.contains($0) }.map { mode -> WireValue in
            var provider: [WireName: WireValue] = ["authenticationType": .string(mode.rawValue)]
            if mode == .function { provider["lambdaAuthorizerConfig"] = api.authorizer?.description }
            return .object(provider)
        }
        providers += issuers.map { issuer in
            [
                "authenticationType": .string(AuthorizationMode.oidc.rawValue),
                "openIDConnectConfig": issuer.description,
            ]
        }
        providers += pools.map { pool in
            [
                "authenticationType": .string(AuthorizationMode.userPools.rawValue),
                "userPoolConfig": config(pool, nil),
            ]
        }
        if !providers.isEmpty { members["additionalAuthenticationProviders"] = .array(providers) }
        return .object(members)
    }

    private func config(_ pool: UserPoolSource, _ action: UserPoolsAction?) -> WireValue {
        let region = pool.id.split(separator: "_", maxSplits: 1).first.map(String.init) ?? deployment.defaultRegion
        var members: [WireName: WireValue] = ["userPoolId": .string(pool.id), "awsRegion": .string(region)]
        if let action { members["defaultAction"] = .string(action.rawValue) }
        // AppSync has no pools of other servers; its clients ignore the member.
        if let issuer = pool.issuer { members["issuer"] = .string(issuer) }
        if let expression = pool.clientExpression { members["appIdClientRegex"] = .string(expression) }
        return .object(members)
    }

    /// The shape `ApiKey`, whose id is the key itself.
    package func key(_ key: StoredAPIKey) -> WireValue {
        var members: [WireName: WireValue] = [
            "id": .string(key.key), "expires": .integer(Int64(key.expiresAt.timeIntervalSince1970)),
            "deletes": .integer(Int64(key.deletedAt.timeIntervalSince1970)),
        ]
        if let text = key.description { members["description"] = .string(text) }
        return .object(members)
    }
}
