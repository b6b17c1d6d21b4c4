// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
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
        guard let provider = Self.listed(key, in: pool, keys: keys) else {
            throw keys.canonical(key) == pool.developerProviderName
                ? .developerProviderInPublicCall : .unsupportedProvider
        }
        self = provider
    }

    /// Whether the provider of a linked login is still one of a pool.
    static func isOf(_ pool: IdentityPool, _ provider: String, keys: LoginKey) -> Bool {
        provider == pool.developerProviderName || listed(provider, in: pool, keys: keys) != nil
    }

    /// The public provider of the pool that a key names; `nil` if the pool has none of that name.
    static func listed(_ key: String, in pool: IdentityPool, keys: LoginKey) -> LoginProvider? {
        let key = keys.canonical(key)
        let clients = (pool.cognitoIdentityProviders ?? []).filter { client in
            client.providerName.map { keys.canonical($0) == key } ?? false
        }
        if !clients.isEmpty { return .userPool(key: key, clients: clients) }
        guard key != pool.developerProviderName else { return nil }
        if pool.samlProviderARNs?.contains(key) == true { return .saml(arn: key) }
        let supported = pool.supportedLoginProviders ?? [:]
        let arns = pool.openIdConnectProviderARNs ?? []
        if let login = OpenIDLogin(key: key, arns: arns, supported: supported) { return .openID(login) }
        guard let appID = supported[key] else { return nil }
        return SocialProvider(rawValue: key).map { .social($0, appID: appID) } ?? .external(key: key)
    }
}
