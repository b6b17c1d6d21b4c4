// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a user's sessions, the last used first.
    package func adminListUserSessions(
        _ request: AdminListUserSessionsRequest
    ) async throws(ServiceFault) -> AdminListUserSessionsResponse {
        let now = clock.now
        let sessions = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            return try store.sessions(of: store.existingUser(request.username, in: pool), in: pool, at: now)
        }
        guard request.nextToken == nil else { throw .noSuchPage }
        return AdminListUserSessionsResponse(sessions: sessions.map { SessionDescriptionType($0) })
    }
}
