// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Changes a group; members that the request omits keep their values.
    package func updateGroup(_ request: UpdateGroupRequest) async throws(ServiceFault) -> UpdateGroupResponse {
        let now = clock.now
        let group = try await records.write { store in
            var group = try store.existingGroup(request.groupName, inPool: request.userPoolId)
            group.description = request.description ?? group.description
            group.roleARN = request.roleArn ?? group.roleARN
            group.precedence = request.precedence ?? group.precedence
            group.modifiedAt = now
            try store.update(group)
            return group
        }
        return UpdateGroupResponse(group: GroupType(group))
    }
}
