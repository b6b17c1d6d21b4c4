// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Returns the map of a provider's claims to session tags; one without tags if none was set.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for a provider that the pool does not have.
    package func getPrincipalTagAttributeMap(
        _ request: GetPrincipalTagAttributeMapInput
    ) async throws(ServiceFault) -> GetPrincipalTagAttributeMapResponse {
        try admitAdministrator(to: "GetPrincipalTagAttributeMap", onPool: request.identityPoolId)
        let pool = try await read { try $0.existingPool(request.identityPoolId) }
        let key = try PrincipalTagProvider.key(
            of: request.identityProviderName, in: pool.description, keys: LoginKey(deployment: pools.deployment)
        )
        let map = pool.principalTags[key]
        return GetPrincipalTagAttributeMapResponse(
            identityPoolId: pool.id, identityProviderName: request.identityProviderName,
            useDefaults: map?.usesDefaults ?? false, principalTags: map?.claims(ofProvider: key) ?? [:]
        )
    }
}
