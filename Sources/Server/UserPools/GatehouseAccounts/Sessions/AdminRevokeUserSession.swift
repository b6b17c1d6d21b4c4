// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Ends a session of a user, and the browser session that it came from.
    package func adminRevokeUserSession(
        _ request: AdminRevokeUserSessionRequest
    ) async throws(ServiceFault) -> AdminRevokeUserSessionResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.endSession(
                request.sessionId, of: user, in: pool, extent: request.revokeAssociatedSessions, at: now)
        }
        return AdminRevokeUserSessionResponse()
    }
}
