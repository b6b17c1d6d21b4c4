// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a user with all their data.
    package func adminDeleteUser(_ request: AdminDeleteUserRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.deleteUser(user.sub, inPool: pool.id)
        }
    }
}
