// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Disables a user: the user can no longer sign in, and all their tokens are revoked.
    package func adminDisableUser(
        _ request: AdminDisableUserRequest
    ) async throws(ServiceFault) -> AdminDisableUserResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.changeUser(request.username, inPool: request.userPoolId, at: now) {
                $0.isEnabled = false
            }
            try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now)
            try store.deleteBrowserSessions(ofUser: user.sub, inPool: user.poolID)
        }
        return AdminDisableUserResponse()
    }
}
