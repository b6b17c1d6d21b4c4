// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a user from a group; does nothing for a user who is not a member.
    ///
    /// Tokens omit the group from the next sign-in or renewal.
    package func adminRemoveUserFromGroup(_ request: AdminRemoveUserFromGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let group = try store.existingGroup(request.groupName, inPool: pool.id)
            try store.removeUser(user.sub, fromGroup: group.name, inPool: pool.id)
        }
    }
}
