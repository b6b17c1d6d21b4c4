// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a pool's groups, in the order of their names.
    package func listGroups(_ request: ListGroupsRequest) async throws(ServiceFault) -> ListGroupsResponse {
        let poolID = request.userPoolId
        let page = try await records.page(
            of: "groups of \(poolID)", token: request.nextToken, limit: request.limit, position: \GroupRecord.name
        ) { store, after, limit in
            _ = try store.existingPool(poolID)
            return try store.groups(inPool: poolID, after: after, limit: limit)
        }
        return ListGroupsResponse(groups: page.elements.map { GroupType($0) }, nextToken: page.nextToken)
    }
}
