// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
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

    /// Revokes every refresh and access token of the user, for all clients.
    ///
    /// Browser sessions stay, as in Cognito, unless the server is configured to end them.
    package func globalSignOut(_ request: GlobalSignOutRequest) async throws(ServiceFault) -> GlobalSignOutResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let (now, sessionEnding) = (clock.now, sessionEnding)
        try await records.write { try sessionEnding.signOut(user, in: $0, at: now) }
        return GlobalSignOutResponse()
    }
}

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
