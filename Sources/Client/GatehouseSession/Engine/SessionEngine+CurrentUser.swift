// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient
package import GatehouseWire
import Synchronization

/// A call of the user pool in the name of a user, given the client and the user's access token.
package typealias AuthorizedCall<Value> = @Sendable (ServiceClient, String) async throws(ServiceFault) -> Value

extension SessionEngine {
    /// The signed-in user; no network, and no matter whether the session is expired.
    ///
    /// - Throws: `.signedOut`; `.invalidState` when federated or in the middle of a sign-in; `.configuration` without
    ///   user pool; `.storeUnreadable`.
    package func currentUser() throws(SessionError) -> SessionUser {
        _ = try requireUserPool()
        let snapshot = try holder.loaded()
        if !snapshot.isUserSignedIn, openSignIn.withLock({ $0 != nil }) {
            throw .invalidState("A sign-in waits for an answer.", cure: "Finish it with confirmSignIn.")
        }
        return try snapshot.user.get()
    }

    /// Calls the user pool in the name of the signed-in user.
    ///
    /// - Parameter body: the call, given the client and an access token that is not about to expire.
    /// - Returns: the call's answer.
    /// - Throws: why there is no access token, or how the call failed.
    package func withAccessToken<Value: Sendable>(
        _ body: @escaping AuthorizedCall<Value>
    ) async throws(SessionError) -> Value {
        let (_, client) = try requireUserPool()
        return try await withDeadline(configuration.deadline, clock) { [self] () async throws(SessionError) -> Value in
            let tokens = try await fetchSession().tokens.get()
            do throws(ServiceFault) {
                return try await body(client, tokens.accessToken)
            } catch {
                throw SessionError(error)
            }
        }
    }
}
