// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The requests that a session needs before a report; depends only on session, configuration and time.
enum RenewalPlan: Equatable {
    /// No request: the session's own report is current.
    case nothing
    /// No request, but the session must be stored: an earlier attempt failed.
    case saving
    /// Credentials of a guest, for a known identity or a new one.
    case guest(knownID: String?)
    /// Credentials of a federated identity.
    case federated(FederatedLogin, knownID: String?)
    /// New tokens, new credentials, or both.
    case user(SignedInUser, tokens: Bool, credentials: Bool)

    /// - Parameters:
    ///   - snapshot: the session.
    ///   - hasIdentityPool: whether the session needs credentials.
    ///   - force: the parts that are renewed even if they are still valid.
    ///   - now: the present date.
    init(_ snapshot: SessionSnapshot, hasIdentityPool: Bool, force: RenewalForce, now: Date) {
        let needsCredentials = hasIdentityPool && (force.credentials || now >= snapshot.credentialsStaleAt)
        switch snapshot.record {
        case nil: self = hasIdentityPool ? .guest(knownID: nil) : Self.idle(snapshot)
        case .guest(let identity):
            self = needsCredentials ? .guest(knownID: identity.identityID) : Self.idle(snapshot)
        case .federated(let login, let identity):
            self = needsCredentials ? .federated(login, knownID: identity?.identityID) : Self.idle(snapshot)
        case .userPool(let user), .userAndIdentityPool(let user, _):
            let needsTokens = force.tokens || now >= snapshot.tokensStaleAt
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

/// The parts of a session that a renewal requests even if they are still valid.
struct RenewalForce: Equatable {
    /// Renews whatever has expired, and nothing else.
    static let none = RenewalForce(tokens: false, credentials: false)
    /// Renews everything.
    static let all = RenewalForce(tokens: true, credentials: true)

    private(set) var tokens: Bool
    private(set) var credentials: Bool

    /// Drops the force of the parts that were replaced while the call was under way.
    ///
    /// They count as renewed for this call, as one renewal counts for all callers in a process that wait for it.
    /// Otherwise programs that share a store and force renewals at the same time would disturb each other again and
    /// again.
    ///
    /// - Parameters:
    ///   - former: the session when the round began.
    ///   - present: the session that has taken its place.
    mutating func drop(replacedIn former: SessionRecord?, by present: SessionRecord?) {
        if present?.user?.tokens != former?.user?.tokens { tokens = false }
        if present?.identity?.credentials != former?.identity?.credentials { credentials = false }
    }
}
