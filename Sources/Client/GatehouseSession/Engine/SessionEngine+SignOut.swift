// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Signs out: tells the service, then removes the session.
    ///
    /// What the service says never keeps the user signed in.
    ///
    /// - Parameter global: whether all the user's sessions on all devices end.
    /// - Returns: `.complete`, `.partial` if the service could not be told everything, or `.failed` if nothing changed.
    package func signOut(global: Bool = false) async -> SignOutOutcome {
        do throws(SessionError) {
            return try await change { [self] () async throws(SessionError) -> SignOutOutcome in
                try await leave(global: global)
            }
        } catch {
            return .failed(error)
        }
    }

    private func leave(global: Bool) async throws(SessionError) -> SignOutOutcome {
        try requireUserPoolForSignOut()
        if openSignIn.withLock({ $0 != nil }) {
            throw .invalidState("A sign-in waits for an answer.", cure: "Finish it, or start another one.")
        }
        let record: SessionRecord?
        do throws(SessionError) {
            record = try holder.loaded().record
        } catch {
            // The app's word ends even a session that cannot be read; there is no token to revoke.
            return try forget(.complete)
        }
        if case .federated = record { throw .federated }
        guard let user = record?.user else { return try forget(.complete) }
        return try forget(await tell(user, global: global))
    }

    private func requireUserPoolForSignOut() throws(SessionError) {
        guard configuration.userPool != nil else {
            throw .invalidState("No user pool is configured, so nobody can be signed in.", cure: "Add a user pool.")
        }
    }

    /// Removes the session from store and memory, and with it what an earlier sign-up left behind.
    func forget(_ outcome: SignOutOutcome) throws(SessionError) -> SignOutOutcome {
        do throws(StoreError) {
            try holder.commit(nil)
        } catch {
            throw .storeFailed(error)
        }
        openSignUp.withLock { $0 = nil }
        return outcome
    }

    private func tell(_ user: SignedInUser, global: Bool) async -> SignOutOutcome {
        var tokens = user.tokens
        if global {
            if case .success(let fresh) = await fetchSession().tokens { tokens = fresh }
            let ending = await trouble { [self, tokens] () throws(SessionError) in try await endEverywhere(tokens) }
            if let error = ending {
                let revoke = SessionError.invalidState(
                    "The refresh token was not revoked, because the global sign-out failed.",
                    cure: "Revoke it when the service can be reached."
                )
                return .partial(
                    revokeToken: SignOutTrouble(token: tokens.refreshToken, error: revoke),
                    globalSignOut: SignOutTrouble(token: tokens.accessToken, error: error)
                )
            }
        }
        let revoking = await trouble { [self, tokens] () throws(SessionError) in try await revoke(tokens.refreshToken) }
        guard let error = revoking else { return .complete }
        return .partial(revokeToken: SignOutTrouble(token: tokens.refreshToken, error: error), globalSignOut: nil)
    }

    /// Runs a step that may fail, in a quarter of the time, so that the session is removed within the deadline.
    private func trouble(
        _ step: @escaping @Sendable () async throws(SessionError) -> Void
    ) async -> SessionError? {
        do throws(SessionError) {
            try await withDeadline(configuration.deadline / 4, clock, step)
            return nil
        } catch {
            return error
        }
    }

    /// `GlobalSignOut`.
    private func endEverywhere(_ tokens: UserPoolTokens) async throws(SessionError) {
        let (_, client) = try requireUserPool()
        _ = try await asking { () throws(ServiceFault) in
            try await client.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken))
        }
    }

    /// `RevokeToken`.
    func revoke(_ refreshToken: String) async throws(SessionError) {
        let (pool, client) = try requireUserPool()
        let request = RevokeTokenRequest(
            token: refreshToken,
            clientId: pool.clientID,
            clientSecret: pool.clientSecret?.revealed
        )
        _ = try await asking { () throws(ServiceFault) in try await client.revokeToken(request) }
    }

    /// Revokes a refresh token that was issued but will not be kept.
    ///
    /// A revocation that fails is not reported: the caller learns why the token is not kept, and nobody holds it. For
    /// the same reason nothing is done about an answer that was lost on its way: its tokens never came here.
    func abandon(_ refreshToken: String) async {
        do throws(SessionError) {
            try await revoke(refreshToken)
        } catch {
            guard error == .cancelled else { return }
            // Unstructured on purpose: the present call was cut off, by its caller or by its deadline, and whatever it
            // waits for is cut off with it. The task ends within a deadline of its own.
            Task { [self] in
                try? await withDeadline(configuration.deadline / 4, clock) { [self] () async throws(SessionError) in
                    try await revoke(refreshToken)
                }
            }
        }
    }
}
