// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Lists the pools of the request's region in pages.
    /// - Throws: `InvalidParameterException` for an invalid pagination token.
    package func listIdentityPools(
        _ request: ListIdentityPoolsInput
    ) async throws(ServiceFault) -> ListIdentityPoolsResponse {
        try admitAdministrator(to: "ListIdentityPools")
        let region = context.region
        let (shown, next) = try await pools.pageTokens.page(
            of: "pools of \(region)", token: request.nextToken, limit: request.maxResults,
            position: { (pool: IdentityPoolRecord) in pool.id }
        ) { (start, limit) async throws(ServiceFault) in
            try await read { try $0.identityPools(inRegion: region, after: start, limit: limit) }
        }
        let pools = shown.map { pool in
            IdentityPoolShortDescription(
                identityPoolId: pool.id, identityPoolName: pool.description.identityPoolName
            )
        }
        return ListIdentityPoolsResponse(identityPools: pools, nextToken: next)
    }
}
