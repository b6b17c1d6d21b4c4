// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
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
        let page = try Page(
            maximum: request.maxResults, token: request.nextToken, of: "identities of \(poolID)", sealer: pools.sealer
        )
        let rows = try await read { store in
            _ = try store.existingPool(poolID)
            return try store.identities(inPool: poolID, after: page.start, limit: page.limit)
        }
        let (identities, next) = page.cut(rows, id: \.id)
        let shown = request.hideDisabled == true ? identities.filter { $0.state != .disabled } : identities
        return ListIdentitiesResponse(
            identityPoolId: poolID, identities: shown.map(\.description), nextToken: next
        )
    }
}
