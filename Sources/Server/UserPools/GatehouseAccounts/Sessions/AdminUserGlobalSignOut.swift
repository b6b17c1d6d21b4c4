// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Revokes every refresh and access token of a user, for all clients.
    package func adminUserGlobalSignOut(
        _ request: AdminUserGlobalSignOutRequest
    ) async throws(ServiceFault) -> AdminUserGlobalSignOutResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.revokeTokenFamilies(ofUser: user.sub, inPool: pool.id, at: now)
        }
        return AdminUserGlobalSignOutResponse()
    }
}
