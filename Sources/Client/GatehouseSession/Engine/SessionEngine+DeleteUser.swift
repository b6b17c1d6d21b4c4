// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// Deletes the signed-in user's account: `DeleteUser`.
    ///
    /// The session goes with it; its tokens died with the account.
    ///
    /// - Throws: `SessionError`; the session stays, except when the user pool says that there is no such user.
    package func deleteUser() async throws(SessionError) {
        try await change { [self] () async throws(SessionError) in
            let (_, client) = try requireUserPool()
            let tokens = try await fetchSession().tokens.get()
            do throws(ServiceFault) {
                try await client.deleteUser(DeleteUserRequest(accessToken: tokens.accessToken))
            } catch {
                if error.origin == .service, error.code == .userNotFound { _ = try forget(.complete) }
                throw SessionError(error)
            }
            _ = try forget(.complete)
        }
    }
}
