// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a user's groups, in the order of their names.
    package func adminListGroupsForUser(
        _ request: AdminListGroupsForUserRequest
    ) async throws(ServiceFault) -> AdminListGroupsForUserResponse {
        let page = try await records.page(
            of: "groups of \(request.userPoolId) with \(request.username)", token: request.nextToken,
            limit: request.limit, position: \GroupRecord.name
        ) { store, after, limit in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            return try store.groups(ofUser: user.sub, inPool: pool.id, after: after, limit: limit)
        }
        return AdminListGroupsForUserResponse(
            groups: page.elements.map { GroupType($0) }, nextToken: page.nextToken)
    }
}
