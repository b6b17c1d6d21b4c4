// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Disables a user: the user can no longer sign in, and all their tokens are revoked.
    package func adminDisableUser(
        _ request: AdminDisableUserRequest
    ) async throws(ServiceFault) -> AdminDisableUserResponse {
        let now = pools.clock.now
        try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            user.isEnabled = false
            user.modifiedAt = now
            try store.update(user)
            try store.revokeTokenFamilies(ofUser: user.sub, inPool: pool.id, at: now)
        }
        return AdminDisableUserResponse()
    }
}
