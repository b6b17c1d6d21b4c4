// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Deletes the signed-in user's account: `DeleteUser`.
    ///
    /// The user's session is removed as well; its tokens became invalid with the account. If the store cannot remove the
    /// session now, the removal is tried again later. The session of another user, who has signed in with another program
    /// in the meantime, stays.
    ///
    /// - Throws: `SessionError`; the session stays, except when the user pool says that there is no such user.
    package func deleteUser() async throws(SessionError) {
        try await change { [self] () async throws(SessionError) in
            let (_, client) = try requireUserPool()
            let tokens = try await tokens()
            do throws(ServiceFault) {
                try await client.deleteUser(DeleteUserRequest(accessToken: tokens.accessToken))
            } catch {
                if error.origin == .service, error.code == .userNotFound { forgetAccount(of: tokens) }
                throw SessionError(error)
            }
            forgetAccount(of: tokens)
        }
    }

    /// Deletes the signed-in user's account: `DeleteUser`; the session stays, for the caller to end.
    ///
    /// - Throws: `SessionError`.
    package func deleteAccount() async throws(SessionError) {
        _ = try await callAsUser(DeleteUserOperation.self) { DeleteUserRequest(accessToken: $0) }
    }

    private func forgetAccount(of tokens: UserPoolTokens) {
        holder.drop(ofUser: UserClaims(tokens).user?.userID)
        openSignUp.withLock { if $0?.isComplete == true { $0 = nil } }
        abandonOthers()
    }
}
