// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Replaces the map of a provider's claims to session tags.
    ///
    /// A map without tags that is not the default one removes the map.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for a provider that the pool does not have, for
    ///   keys of tags that differ only by case, and, except in `dev`, for a claim that users can set.
    package func setPrincipalTagAttributeMap(
        _ request: SetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> SetPrincipalTagAttributeMapResponse {
        try admitAdministrator(to: "SetPrincipalTagAttributeMap", onPool: request.identityPoolId)
        let map = PrincipalTagMap(usesDefaults: request.useDefaults ?? false, tags: request.principalTags ?? [:])
        try PrincipalTags.checkKeys(of: map.tags)
        let chosen = map.usesDefaults ? [] : Set(map.tags.values)
        try await checkClaimsOfUsers(
            chosen, provider: request.identityProviderName, inPool: request.identityPoolId)
        let keys = LoginKey(deployment: pools.deployment)
        let now = pools.clock.now
        let claims = try await write { store in
            var pool = try store.existingPool(request.identityPoolId)
            let key = try PrincipalTagProvider.key(of: request.identityProviderName, in: pool.description, keys: keys)
            let claims = map.claims(ofProvider: key)
            pool.principalTags[key] = claims.isEmpty ? nil : map
            pool.modifiedAt = now
            try store.update(pool)
            return claims
        }
        return SetPrincipalTagAttributeMapResponse(
            identityPoolId: request.identityPoolId, identityProviderName: request.identityProviderName,
            useDefaults: map.usesDefaults, principalTags: claims
        )
    }
}
