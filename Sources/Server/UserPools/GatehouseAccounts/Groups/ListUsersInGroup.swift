// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a group's members.
    package func listUsersInGroup(
        _ request: ListUsersInGroupRequest
    ) async throws(ServiceFault) -> ListUsersInGroupResponse {
        let (poolID, name) = (request.userPoolId, request.groupName)
        let page = try await records.page(
            of: "users of \(poolID) in \(name)", token: request.nextToken, limit: request.limit,
            position: \UserRecord.sub
        ) { store, after, limit in
            _ = try store.existingGroup(name, inPool: poolID)
            return try store.users(inGroup: name, ofPool: poolID, after: after, limit: limit)
        }
        return ListUsersInGroupResponse(users: page.elements.map { UserType($0) }, nextToken: page.nextToken)
    }
}
