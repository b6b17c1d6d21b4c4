// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a group.
    package func getGroup(_ request: GetGroupRequest) async throws(ServiceFault) -> GetGroupResponse {
        let group = try await records.read { try $0.existingGroup(request.groupName, inPool: request.userPoolId) }
        return GetGroupResponse(group: GroupType(group))
    }
}
