// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Lists a pool's identities in pages.
    ///
    /// With `HideDisabled`, a page may have fewer entries than requested.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for an invalid pagination token.
    package func listIdentities(
        _ request: ListIdentitiesInput
    ) async throws(ServiceFault) -> ListIdentitiesResponse {
        let poolID = request.identityPoolId
        try admitAdministrator(to: "ListIdentities", onPool: poolID)
        let (identities, next) = try await pools.pageTokens.page(
            of: "identities of \(poolID)", token: request.nextToken, limit: request.maxResults,
            position: { (identity: IdentityRecord) in identity.id }
        ) { (start, limit) async throws(ServiceFault) in
            try await read { store in
                _ = try store.existingPool(poolID)
                return try store.identities(inPool: poolID, after: start, limit: limit)
            }
        }
        let shown = request.hideDisabled == true ? identities.filter { $0.state != .disabled } : identities
        return ListIdentitiesResponse(
            identityPoolId: poolID, identities: shown.map(\.description), nextToken: next
        )
    }
}
