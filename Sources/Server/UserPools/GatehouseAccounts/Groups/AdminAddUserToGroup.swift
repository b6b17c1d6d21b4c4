// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Adds a user to a group; does nothing for a member.
    ///
    /// Tokens contain the group from the next sign-in or renewal.
    package func adminAddUserToGroup(_ request: AdminAddUserToGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let group = try store.existingGroup(request.groupName, inPool: pool.id)
            let maximum = GroupRecord.maximumPerUser
            let present = try store.groups(ofUser: user.sub, inPool: pool.id, after: nil, limit: maximum)
            guard present.count < maximum || present.contains(group) else {
                throw ServiceFault(.limitExceeded, "A user can be in at most \(maximum) groups.")
            }
            try store.addUser(user.sub, toGroup: group.name, inPool: pool.id)
        }
    }
}
