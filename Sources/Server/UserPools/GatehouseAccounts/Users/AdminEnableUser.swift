// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Enables a user, who can then sign in again.
    package func adminEnableUser(
        _ request: AdminEnableUserRequest
    ) async throws(ServiceFault) -> AdminEnableUserResponse {
        let now = pools.clock.now
        try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            user.isEnabled = true
            user.modifiedAt = now
            try store.update(user)
        }
        return AdminEnableUserResponse()
    }
}
