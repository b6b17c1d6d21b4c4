// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Signs out: shows the logout page, sends the requests to the service, then removes the session.
    ///
    /// Only a user who signed in on the hosted pages, in a browser that may still be signed in, sees the logout page. No
    /// other call waits for it. While the page is shown, the user is signed in.
    ///
    /// The session is removed whatever the service answers. The sign-out does not wait for a user at an authenticator:
    /// it ends the call that requested the passkey.
    ///
    /// A sign-in that waits for an answer is abandoned, and its stored state is removed. No request is sent, because no
    /// user is signed in yet. Amplify returns `.failed(.invalidState)` in this case and keeps the challenge, so that an
    /// app can leave a step only by beginning another sign-in. A running call finishes first; the sign-out then removes
    /// the challenge or session that it leaves.
    ///
    /// - Parameter global: whether all the user's sessions on all devices end.
    /// - Returns: `.complete`, `.partial` if a request to the service or the logout page failed, or `.failed` if nothing
    ///   changed.
    package func signOut(global: Bool = false) async -> SignOutOutcome {
        do throws(SessionError) {
            let trouble = try await visitLogoutPage()
            return try await change { [self] () async throws(SessionError) -> SignOutOutcome in
                try await leave(global: global)
            }.after(page: trouble)
        } catch {
            return .failed(error)
        }
    }

    private func leave(global: Bool) async throws(SessionError) -> SignOutOutcome {
        try requireUserPoolForSignOut()
        // The app's word ends even a session that cannot be read; there is no token to revoke.
        let record = (try? holder.loaded()).flatMap { holder.caughtUp($0).record }
        if case .federated = record { throw .federated }
        endDialogs()
        guard let user = record?.user else {
            return try await endLate(forget()?.user)
        }
        let farewell = await tell(user, global: global)
        let last = try forget()?.user?.tokens ?? farewell.tokens
        return await conclude(farewell, last)
    }

    /// Ends the session of a user who signed in with another program, after this sign-out had found no user.
    private func endLate(_ user: SignedInUser?) async -> SignOutOutcome {
        guard let user else { return .complete }
        let error = await trouble { [self] () async throws(SessionError) in
            try await revoke(user.tokens.refreshToken, of: user.method)
        }
        let farewell = Farewell(tokens: user.tokens, method: user.method, revocation: error)
        return await conclude(farewell, user.tokens)
    }

    private func requireUserPoolForSignOut() throws(SessionError) {
        guard configuration.userPool != nil else {
            throw .invalidState("No user pool is configured, so no user can be signed in.", cure: "Add a user pool.")
        }
    }

    /// Removes the session from store and memory, and with it the sign-in that waits.
    ///
    /// - Returns: the session that was removed, which a renewal may have changed just before.
    /// - Throws: `.storeFailed`; the session stays then, and so does a sign-in that waits in this process. `.federated` if
    ///   another program has federated in the meantime.
    private func forget() throws(SessionError) -> SessionRecord? {
        let removal: SessionHolder.Removal
        do throws(StoreError) {
            // First, so that no challenge is left where the session is gone.
            try suspension.remove()
            removal = try holder.remove(unless: \.isFederated)
        } catch {
            throw .storeFailed(error)
        }
        guard case .removed(let removed) = removal else { throw .federated }
        ongoingSignIn.withLock { $0 = .none }
        hasFederationFailed.withLock { $0 = false }
        return removed
    }

    /// The tokens of the requests to the service, and the requests that failed.
    private struct Farewell {
        var tokens: UserPoolTokens
        let method: SignInMethod
        var globalSignOut: SessionError?
        var revocation: SessionError?
    }

    private func tell(_ user: SignedInUser, global: Bool) async -> Farewell {
        var farewell = Farewell(tokens: user.tokens, method: user.method)
        if global {
            // A renewal that fails as a whole may have replaced the tokens.
            _ = await trouble { [self] () async throws(SessionError) in _ = await fetchSession() }
            if let present = try? holder.loaded().record?.user { farewell.tokens = present.tokens }
            farewell.globalSignOut = await trouble { [self, farewell] () async throws(SessionError) in
                try await signOutGlobally(farewell.tokens)
            }
            if farewell.globalSignOut != nil { return farewell }
        }
        farewell.revocation = await trouble { [self, farewell] () async throws(SessionError) in
            try await revoke(farewell.tokens.refreshToken, of: farewell.method)
        }
        return farewell
    }

    /// The sign-out's outcome, once the session is removed with its last tokens.
    ///
    /// These differ from the tokens in the requests to the service if a renewal replaced them in the meantime.
    private func conclude(_ farewell: Farewell, _ last: UserPoolTokens) async -> SignOutOutcome {
        if let error = farewell.globalSignOut {
            let revoke = SessionError.invalidState(
                "The refresh token was not revoked, because the global sign-out failed.",
                cure: "Revoke it when the service can be reached."
            )
            return .partial(
                revokeToken: SignOutTrouble(token: last.refreshToken, error: revoke),
                globalSignOut: SignOutTrouble(token: last.accessToken, error: error)
            )
        }
        var unrevoked = farewell.revocation.map { SignOutTrouble(token: farewell.tokens.refreshToken, error: $0) }
        if last.refreshToken != farewell.tokens.refreshToken {
            let error = await trouble { [self] () async throws(SessionError) in
                try await revoke(last.refreshToken, of: farewell.method)
            }
            if let error { unrevoked = SignOutTrouble(token: last.refreshToken, error: error) }
        }
        return unrevoked.map { .partial(revokeToken: $0, globalSignOut: nil) } ?? .complete
    }

    /// Runs a step that may fail, in a fifth of the time, so that all of them end within the deadline.
    func trouble(
        _ step: @escaping @Sendable () async throws(SessionError) -> Void
    ) async -> SessionError? {
        do throws(SessionError) {
            try await withDeadline(deadline / 5, step)
            return nil
        } catch {
            return error
        }
    }

    /// `GlobalSignOut`.
    func signOutGlobally(_ tokens: UserPoolTokens) async throws(SessionError) {
        let (_, client) = try requireUserPool()
        _ = try await asking { () throws(ServiceFault) in
            try await client.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken))
        }
    }

    /// `RevokeToken`, for the app client of a sign-in.
    func revoke(_ refreshToken: String, of method: SignInMethod) async throws(SessionError) {
        let (pool, client) = try requireUserPool()
        let appClient = configuration.appClient(of: method, in: pool)
        let request = RevokeTokenRequest(
            token: refreshToken,
            clientId: appClient.id,
            clientSecret: appClient.secret?.revealed
        )
        _ = try await asking { () throws(ServiceFault) in try await client.revokeToken(request) }
    }

    /// Revokes a refresh token that was issued but will not be kept.
    ///
    /// A revocation that fails is not reported: the caller learns why the token is not kept, and no program has it. For
    /// the same reason nothing is done about an answer that was lost on its way: its tokens never arrived.
    func abandon(_ refreshToken: String, of method: SignInMethod) async {
        do throws(SessionError) {
            try await revoke(refreshToken, of: method)
        } catch {
            guard error == .cancelled else { return }
            // Unstructured on purpose: the present call was cut off, by its caller or by its deadline, and whatever it
            // waits for is cut off with it. The task ends within a deadline of its own.
            Task { [self] in
                try? await withDeadline(deadline / 5) { [self] () async throws(SessionError) in
                    try await revoke(refreshToken, of: method)
                }
            }
        }
    }
}

extension SessionEngine {
    /// Ends the session on this device at once and without a request: the tokens stay valid at the service.
    ///
    /// It wins against everything that has begun: a sign-in that runs or waits, the dialogues with users, and renewals
    /// that are under way. Their late results are neither stored nor shown, and tokens that a late sign-in receives are
    /// revoked. The data of devices stays. It never fails: what the store cannot remove now is removed later.
    ///
    /// - Returns: the session that was removed.
    @discardableResult
    package func signOutLocally() -> SessionRecord? {
        let removed = holder.end()
        abandonOthers()
        hasFederationFailed.withLock { $0 = false }
        return removed
    }

    /// Whether the store holds the session that is shown: false after a write that failed, until one succeeds.
    package var isSessionStored: Bool { holder.current.withLock { $0?.isSaved ?? true } }

    /// Why the stored session cannot be understood; nil if there is none, or one that can.
    package var damage: SessionError? {
        guard case .failure(let error) = Result(catching: { () throws(SessionError) in try holder.loaded() }) else {
            return nil
        }
        return error.isDamage ? error : nil
    }

    /// Ends the sign-in from before the present call that runs or waits for an answer, if there is one.
    package func abandonSignIn() {
        if holder.endSignIns(before: .present) { abandonOthers() }
    }

    /// Drops the AWS credentials, also those that are being fetched; the identity stays.
    ///
    /// If the store fails, they are dropped in memory, and from the store later.
    package func dropCredentials() {
        rewrite { $0.replacing(identity: $0.identity?.withoutCredentials) }
    }

    /// Drops the identity with its credentials; a guest's session ends with it.
    ///
    /// If the store fails, it is dropped in memory, and from the store later.
    package func dropIdentity() {
        _ = try? holder.rewrite(isBinding: false) { record in
            guard let record, record.identity != nil else { return .keep }
            return .replace(record.replacing(identity: nil))
        }
    }

    /// Lets the next call renew the user's tokens even if they are still valid, as after a change of attributes.
    ///
    /// If the store fails, memory has the change, and the store has it later.
    package func dropTokens() {
        rewrite { record in
            guard var user = record.user else { return nil }
            user.areTokensStale = true
            return record.replacing(user: user)
        }
    }

    /// Lets no call use the tokens of a session of a provider's pages: the next one renews them, or finds that the user
    /// must sign in again.
    ///
    /// If the store fails, memory has the change, and the store has it later.
    package func dropProviderTokens() {
        rewrite { record in
            guard case .federated(var login, let identity) = record, login.pages != nil else { return nil }
            login.pages?.expiration = .distantPast
            return .federated(login: login, identity: identity)
        }
    }

    private func rewrite(_ change: (SessionRecord) -> SessionRecord?) {
        _ = try? holder.rewrite(isBinding: false) { record in
            record.flatMap(change).map { .replace($0) } ?? .keep
        }
    }

    /// Revokes the tokens of a session that was removed: `RevokeToken`, as far as the service can be reached.
    package func revokeTokens(of record: SessionRecord) async {
        guard let user = record.user, !user.tokens.refreshToken.isEmpty else { return }
        _ = await trouble { [self] () async throws(SessionError) in
            try await revoke(user.tokens.refreshToken, of: user.method)
        }
    }

    /// Ends all sessions of a user on all devices: `GlobalSignOut`.
    ///
    /// - Parameter tokens: the user's tokens.
    /// - Throws: `SessionError`; then nothing has ended.
    package func endEverywhere(_ tokens: UserPoolTokens) async throws(SessionError) {
        try await withDeadline(deadline) { [self] () async throws(SessionError) in try await signOutGlobally(tokens) }
    }
}

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
