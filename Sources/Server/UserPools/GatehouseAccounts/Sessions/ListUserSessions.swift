// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns the user's sessions, the last used first.
    package func listUserSessions(
        _ request: ListUserSessionsRequest
    ) async throws(ServiceFault) -> ListUserSessionsResponse {
        let caller = try await callers.authorizedCaller(request.accessToken)
        guard request.nextToken == nil else { throw .noSuchPage }
        let now = clock.now
        let sessions = try await records.read { store in
            try store.sessions(of: caller.user, in: store.existingPool(caller.user.poolID), at: now)
        }
        return ListUserSessionsResponse(
            sessions: sessions.map { SessionDescriptionType($0, current: caller.family.id) })
    }
}
