// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// What a session needs before it can be reported: decided from the session, the configuration and the time alone.
enum RenewalPlan: Equatable {
    /// Nothing: the session's own report counts.
    case nothing
    /// Only to be stored: an earlier attempt failed.
    case saving
    /// Credentials of a guest, for a known identity or a new one.
    case guest(knownID: String?)
    /// Credentials of a federated identity.
    case federated(FederatedLogin, knownID: String)
    /// New tokens, new credentials, or both.
    case user(SignedInUser, tokens: Bool, credentials: Bool)

    /// - Parameters:
    ///   - snapshot: the session.
    ///   - hasIdentityPool: whether credentials are wanted.
    ///   - isForced: whether what is still good is renewed all the same.
    ///   - now: the present date.
    init(_ snapshot: SessionSnapshot, hasIdentityPool: Bool, isForced: Bool, now: Date) {
        let needsCredentials = hasIdentityPool && (isForced || now >= snapshot.credentialsStaleAt)
        switch snapshot.record {
        case nil: self = hasIdentityPool ? .guest(knownID: nil) : Self.idle(snapshot)
        case .guest(let identity):
            self = needsCredentials ? .guest(knownID: identity.identityID) : Self.idle(snapshot)
        case .federated(let login, let identity):
            self = needsCredentials ? .federated(login, knownID: identity.identityID) : Self.idle(snapshot)
        case .userPool(let user), .userAndIdentityPool(let user, _):
            let needsTokens = isForced || now >= snapshot.tokensStaleAt
            if user.isRefreshTokenDead || !(needsTokens || needsCredentials) {
                self = Self.idle(snapshot)
            } else {
                self = .user(user, tokens: needsTokens, credentials: needsCredentials)
            }
        }
    }

    private static func idle(_ snapshot: SessionSnapshot) -> RenewalPlan {
        snapshot.isSaved ? .nothing : .saving
    }
}
