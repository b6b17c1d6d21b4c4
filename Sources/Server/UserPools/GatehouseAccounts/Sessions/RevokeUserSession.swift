// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Ends another session of the user, and the browser session that it came from; the current one ends by a sign-out.
    package func revokeUserSession(
        _ request: RevokeUserSessionRequest
    ) async throws(ServiceFault) -> RevokeUserSessionResponse {
        let caller = try await callers.authorizedCaller(request.accessToken)
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(caller.user.poolID)
            try store.endSession(
                request.sessionId, of: caller.user, in: pool, extent: request.revokeAssociatedSessions,
                except: caller.family.id, at: now)
        }
        return RevokeUserSessionResponse()
    }
}
