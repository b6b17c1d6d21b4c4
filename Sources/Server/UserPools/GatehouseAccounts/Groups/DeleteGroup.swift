// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a group, but not its members.
    package func deleteGroup(_ request: DeleteGroupRequest) async throws(ServiceFault) {
        try await records.write { store in
            let group = try store.existingGroup(request.groupName, inPool: request.userPoolId)
            try store.deleteGroup(group.name, inPool: group.poolID)
        }
    }
}
