// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Shuts a user out: no sign-in from now on, and every token they hold is revoked.
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
