// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Revokes every refresh and access token of a user, for all clients.
    ///
    /// Browser sessions stay, as in Cognito, unless the server is configured to end them.
    package func adminUserGlobalSignOut(
        _ request: AdminUserGlobalSignOutRequest
    ) async throws(ServiceFault) -> AdminUserGlobalSignOutResponse {
        let (now, sessionEnding) = (clock.now, sessionEnding)
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            try sessionEnding.signOut(try store.existingUser(request.username, in: pool), in: store, at: now)
        }
        return AdminUserGlobalSignOutResponse()
    }
}
