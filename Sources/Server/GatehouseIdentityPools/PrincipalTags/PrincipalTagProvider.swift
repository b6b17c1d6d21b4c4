// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseWire

/// The provider that an operation on principal tags names.
enum PrincipalTagProvider {
    /// The key under which a provider's map is stored.
    /// - Throws: `InvalidParameterException` if the pool does not have the provider.
    static func key(
        of name: String, in pool: IdentityPool, keys: LoginKey
    ) throws(ServiceFault) -> String {
        let key = keys.canonical(name)
        let userPools = (pool.cognitoIdentityProviders ?? []).compactMap(\.providerName).map { keys.canonical($0) }
        let arns = (pool.openIdConnectProviderARNs ?? []) + (pool.samlProviderARNs ?? [])
        guard userPools.contains(key) || arns.contains(key) || pool.supportedLoginProviders?[key] != nil else {
            throw .unknownProvider(name)
        }
        return key
    }
}
