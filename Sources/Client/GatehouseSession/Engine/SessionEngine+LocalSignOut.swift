// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

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

    /// Ends the sign-in that runs or waits for an answer, if there is one.
    package func abandonSignIn() {
        holder.endSignIns()
        abandonOthers()
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
