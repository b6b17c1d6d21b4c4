// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Ends a session of a user.
    ///
    /// Sessions of hosted pages do not exist yet, so there are none to end along with it.
    package func adminRevokeUserSession(
        _ request: AdminRevokeUserSessionRequest
    ) async throws(ServiceFault) -> AdminRevokeUserSessionResponse {
        let now = pools.clock.now
        try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.endSession(request.sessionId, of: user, in: pool, at: now)
        }
        return AdminRevokeUserSessionResponse()
    }
}
