// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Creates an identity pool in the region of the request.
    /// - Throws: `NotAuthorizedException` for a provider of another account, `InvalidParameterException`.
    package func createIdentityPool(_ request: CreateIdentityPoolInput) async throws(ServiceFault) -> IdentityPool {
        try await createIdentityPool(request, id: nil)
    }

    /// Creates an identity pool with an id that the caller chooses, or with a random one.
    package func createIdentityPool(
        _ request: CreateIdentityPoolInput, id chosen: String?
    ) async throws(ServiceFault) -> IdentityPool {
        try admitAdministrator(to: "CreateIdentityPool")
        let id = chosen ?? "\(context.region):\(pools.entropy.uuid())"
        let description = try PoolSettings(deployment: pools.deployment).checked(
            IdentityPool(
                identityPoolId: id,
                identityPoolName: request.identityPoolName,
                allowUnauthenticatedIdentities: request.allowUnauthenticatedIdentities,
                allowClassicFlow: request.allowClassicFlow,
                supportedLoginProviders: request.supportedLoginProviders,
                developerProviderName: request.developerProviderName,
                openIdConnectProviderARNs: request.openIdConnectProviderARNs,
                cognitoIdentityProviders: request.cognitoIdentityProviders,
                samlProviderARNs: request.samlProviderARNs,
                identityPoolTags: request.identityPoolTags
            )
        )
        try description.checkDeveloperProvider()
        let now = pools.clock.now
        let pool = IdentityPoolRecord(
            id: id, description: description, roles: GetIdentityPoolRolesResponse(identityPoolId: id), createdAt: now,
            modifiedAt: now
        )
        try await write { try $0.insert(pool) }
        return description.reading
    }
}
