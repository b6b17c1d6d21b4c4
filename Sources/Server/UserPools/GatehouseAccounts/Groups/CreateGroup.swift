// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Creates a group without members.
    package func createGroup(_ request: CreateGroupRequest) async throws(ServiceFault) -> CreateGroupResponse {
        let now = clock.now
        let group = GroupRecord(
            poolID: request.userPoolId, name: request.groupName, description: request.description,
            roleARN: request.roleArn, precedence: request.precedence, createdAt: now, modifiedAt: now)
        try await records.write { store in
            _ = try store.existingPool(group.poolID)
            guard try store.group(group.name, inPool: group.poolID) == nil else {
                throw ServiceFault(.groupExists, "A group with the name already exists.")
            }
            guard try !store.hasGroups(GroupRecord.maximumPerPool, inPool: group.poolID) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(GroupRecord.maximumPerPool) groups.")
            }
            try store.insert(group)
        }
        return CreateGroupResponse(group: GroupType(group))
    }
}
