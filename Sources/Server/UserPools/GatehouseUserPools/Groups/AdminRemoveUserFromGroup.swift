// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Takes a user out of a group; who is not in it stays out.
    ///
    /// Tokens say so from the next sign-in or renewal on.
    package func adminRemoveUserFromGroup(_ request: AdminRemoveUserFromGroupRequest) async throws(ServiceFault) {
        try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let group = try store.existingGroup(request.groupName, inPool: pool.id)
            try store.removeUser(user.sub, fromGroup: group.name, inPool: pool.id)
        }
    }
}
