// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseFederation
import GatehouseWire

/// The provider that a key of a logins map identifies in a pool.
enum LoginProvider: Sendable, Equatable {
    /// A user pool, with the pool's entries for its clients.
    case userPool(key: String, clients: [CognitoIdentityProvider])
    /// A provider of OpenID Connect.
    case openID(OpenIDLogin)
    /// A provider that confirms access tokens of an app.
    case social(SocialProvider, appID: String)
    /// A social provider that the pool lists and this server does not know.
    case external(key: String)
    /// A SAML provider that the pool lists.
    case saml(arn: String)

    /// The key that is reserved for an identity pool's own tokens.
    static let cognitoIdentity = "cognito-identity.amazonaws.com"

    /// Finds the provider of a key.
    /// - Throws: the fault for an unsigned operation if the pool does not have the provider.
    init(key: String, in pool: IdentityPool, keys: LoginKey) throws(ServiceFault) {
        let key = keys.canonical(key)
        let clients = (pool.cognitoIdentityProviders ?? []).filter { client in
            client.providerName.map { keys.canonical($0) == key } ?? false
        }
        if !clients.isEmpty {
            self = .userPool(key: key, clients: clients)
        } else if key == pool.developerProviderName {
            throw .developerProviderInPublicCall
        } else if pool.samlProviderARNs?.contains(key) == true {
            self = .saml(arn: key)
        } else if let login = OpenIDLogin(
            key: key, arns: pool.openIdConnectProviderARNs ?? [], supported: pool.supportedLoginProviders ?? [:])
        {
            self = .openID(login)
        } else if let provider = SocialProvider(rawValue: key), let appID = pool.supportedLoginProviders?[key] {
            self = .social(provider, appID: appID)
        } else if Self.lists(key, pool) {
            self = .external(key: key)
        } else {
            throw .loginsDoNotMatch
        }
    }

    /// Whether a key names a public provider of the pool.
    static func isListed(_ key: String, in pool: IdentityPool, keys: LoginKey) -> Bool {
        let key = keys.canonical(key)
        let userPools = (pool.cognitoIdentityProviders ?? []).compactMap(\.providerName).map { keys.canonical($0) }
        return userPools.contains(key) || lists(key, pool)
    }

    private static func lists(_ key: String, _ pool: IdentityPool) -> Bool {
        pool.supportedLoginProviders?[key] != nil || pool.samlProviderARNs?.contains(key) == true
            || pool.openIdConnectProviderARNs?.contains { $0.hasSuffix(":oidc-provider/\(key)") } == true
    }
}
