// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A session in memory with everything worked out that reading it needs.
///
/// Immutable, so that reading is a reference.
final class SessionSnapshot: Sendable {
    /// Values that expire in less than this time, in seconds, count as expired.
    static let expiryMargin: TimeInterval = 120

    let record: SessionRecord?
    /// Whether the store holds this record.
    let isSaved: Bool
    /// The record in the store when it was last read or written: this record, if it is saved.
    let stored: SessionRecord?
    /// The report that calls return while the session is fresh.
    let report: SessionReport
    /// What the face makes of the report; nil if it keeps nothing.
    let view: (any SessionView)?
    /// The time from which the report must be renewed by the services.
    let staleAt: Date
    /// The time from which the tokens count as expired.
    let tokensStaleAt: Date
    /// The time from which the credentials count as expired; the distant past if there are none.
    let credentialsStaleAt: Date
    let user: Result<SessionUser, SessionError>

    /// - Parameters:
    ///   - record: the session.
    ///   - former: the session that is still stored because this one could not be stored; nil if it is stored.
    ///   - configuration: the pools.
    ///   - makeView: makes the view of the report; nil without one.
    init(
        _ record: SessionRecord?,
        unsavedOver former: SessionSnapshot?,
        configuration: SessionConfiguration,
        view makeView: ((SessionReport) -> any SessionView)?
    ) {
        self.record = record
        isSaved = former == nil
        stored = former.map(\.stored) ?? record
        let claims = record?.user.map { UserClaims($0.tokens) }
        tokensStaleAt =
            record?.user?.areTokensStale == true
            ? .distantPast : claims?.expiration.addingTimeInterval(-Self.expiryMargin) ?? .distantPast
        credentialsStaleAt =
            record?.identity?.credentials?.expiration.addingTimeInterval(-Self.expiryMargin) ?? .distantPast
        user = Self.user(record, claims, configuration)
        let report = Self.report(record, claims, configuration)
        self.report = report
        view = makeView?(report)
        staleAt = isSaved ? Self.staleAt(record, tokensStaleAt, credentialsStaleAt, configuration) : .distantPast
    }

    /// Whether a user of the user pool is signed in.
    var isUserSignedIn: Bool { record?.user != nil }

    private static func staleAt(
        _ record: SessionRecord?,
        _ tokens: Date,
        _ credentials: Date,
        _ configuration: SessionConfiguration
    ) -> Date {
        switch record {
        case nil: configuration.identityPool == nil ? .distantFuture : .distantPast
        case .guest, .federated: configuration.identityPool == nil ? .distantFuture : credentials
        case .userPool(let user), .userAndIdentityPool(let user, _):
            if user.isRefreshTokenDead {
                .distantFuture
            } else {
                configuration.identityPool == nil ? tokens : min(tokens, credentials)
            }
        }
    }

    private static func report(
        _ record: SessionRecord?,
        _ claims: UserClaims?,
        _ configuration: SessionConfiguration
    ) -> SessionReport {
        switch record {
        case nil:
            return .failed(configuration.identityPool == nil ? .nobodyAndNoPool : .signedOut, isSignedIn: false)
        case .guest(let identity):
            return SessionReport(isSignedIn: false, identity: .success(identity), user: .failure(.signedOut))
        case .federated(_, let identity):
            return SessionReport(
                isSignedIn: true,
                identity: identity.map { .success($0) } ?? .failure(.noIdentityPool),
                user: .failure(.federated)
            )
        case .userPool(let user), .userAndIdentityPool(let user, _):
            if user.isRefreshTokenDead { return .failed(.sessionExpired, isSignedIn: true) }
            let sub = claims?.user?.userID ?? ""
            let identity = configuration.identityPool == nil ? nil : record?.identity
            return SessionReport(
                isSignedIn: true,
                identity: identity.map { .success($0) } ?? .failure(.noIdentityPool),
                user: .success((user.tokens, sub))
            )
        }
    }

    private static func user(
        _ record: SessionRecord?,
        _ claims: UserClaims?,
        _ configuration: SessionConfiguration
    ) -> Result<SessionUser, SessionError> {
        if configuration.userPool == nil { return .failure(.noUserPool) }
        switch record {
        case nil, .guest: return .failure(.signedOut)
        case .federated: return .failure(.federated)
        case .userPool, .userAndIdentityPool:
            guard let user = claims?.user else {
                return .failure(.unknown("The access token names no user."))
            }
            return .success(user)
        }
    }
}

/// The claims of a user's tokens, read once.
struct UserClaims {
    /// When the first of the tokens expires; the distant past when one does not say.
    let expiration: Date
    let user: SessionUser?

    init(_ tokens: UserPoolTokens) {
        let access = TokenClaims(tokens.accessToken)
        let id = TokenClaims(tokens.idToken)
        expiration = min(access.expiration ?? .distantPast, id.expiration ?? .distantPast)
        if let username = access.username, let sub = access.sub {
            user = SessionUser(username: username, userID: sub)
        } else {
            user = nil
        }
    }
}

extension SessionError {
    static var nobodyAndNoPool: SessionError {
        .configuration(
            "No user is signed in, and no identity pool is configured for guests.",
            cure: "Sign in, or add an identity pool that allows unauthenticated identities."
        )
    }
}

/// The rules in which the two faces of the engine differ.
package struct SessionRules: Sendable {
    /// Whether a sign-in takes the place of any session, instead of being refused while there is one.
    package var signInReplacesSession: Bool
    /// Whether a sign-in obtains AWS credentials, and fails with them.
    package var signInAwaitsCredentials: Bool
    /// Whether a sign-in keeps the guest's identity id, so that the guest's identity becomes the user's.
    package var keepsGuestIdentity: Bool
    /// Whether a renewal for an unknown user counts as a permanent refusal of the refresh token.
    package var endsSessionOfUnknownUser: Bool
    /// Whether the session of a user who signed in on the user pool's pages is renewed at their token endpoint.
    package var refreshesAtTokenEndpoint: Bool
    /// Whether a stored identity id that the identity pool refuses is replaced once by the logins' own, also where the
    /// refusal does not say that there is no such identity.
    package var replacesRefusedIdentity: Bool

    /// The rules of `AWSCognitoAuthPlugin`.
    package static let amplify = SessionRules(
        signInReplacesSession: false,
        signInAwaitsCredentials: true,
        keepsGuestIdentity: false,
        endsSessionOfUnknownUser: true,
        refreshesAtTokenEndpoint: false,
        replacesRefusedIdentity: false
    )

    /// The rules of `AWSMobileClient`.
    package static let mobileClient = SessionRules(
        signInReplacesSession: true,
        signInAwaitsCredentials: false,
        keepsGuestIdentity: true,
        endsSessionOfUnknownUser: false,
        refreshesAtTokenEndpoint: true,
        replacesRefusedIdentity: true
    )
}
