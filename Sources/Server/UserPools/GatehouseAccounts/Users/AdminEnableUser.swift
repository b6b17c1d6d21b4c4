// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Enables a user, who can then sign in again.
    package func adminEnableUser(
        _ request: AdminEnableUserRequest
    ) async throws(ServiceFault) -> AdminEnableUserResponse {
        let now = clock.now
        _ = try await records.write { store in
            try store.changeUser(request.username, inPool: request.userPoolId, at: now) { $0.isEnabled = true }
        }
        return AdminEnableUserResponse()
    }
}
