// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of a session: for each part, a value or the error that explains its absence.
package struct SessionReport: Sendable {
    /// Whether a user is signed in or the app is federated; true as well when refreshing failed or the session expired.
    package let isSignedIn: Bool
    /// The identity's id in the identity pool.
    package let identityID: Result<String, SessionError>
    package let credentials: Result<AWSCredentials, SessionError>
    package let tokens: Result<UserPoolTokens, SessionError>
    /// The user's `sub`.
    package let userSub: Result<String, SessionError>

    /// Creates a report part by part.
    package init(
        isSignedIn: Bool,
        identityID: Result<String, SessionError>,
        credentials: Result<AWSCredentials, SessionError>,
        tokens: Result<UserPoolTokens, SessionError>,
        userSub: Result<String, SessionError>
    ) {
        self.isSignedIn = isSignedIn
        self.identityID = identityID
        self.credentials = credentials
        self.tokens = tokens
        self.userSub = userSub
    }

    /// A report in which every part is missing for the same reason.
    static func failed(_ error: SessionError, isSignedIn: Bool) -> SessionReport {
        SessionReport(isSignedIn: isSignedIn, identity: .failure(error), user: .failure(error))
    }

    /// A report put together from its two halves, which are each there or missing as a whole.
    init(
        isSignedIn: Bool,
        identity: Result<GrantedIdentity, SessionError>,
        user: Result<(tokens: UserPoolTokens, sub: String), SessionError>
    ) {
        self.init(
            isSignedIn: isSignedIn,
            identityID: identity.map(\.identityID),
            credentials: identity.flatMap { $0.credentials.map { .success($0) } ?? .failure(.noCredentials) },
            tokens: user.map(\.tokens),
            userSub: user.map(\.sub)
        )
    }
}

/// What a face makes of a report; the engine makes it once for each change of the session, and keeps it as long.
package protocol SessionView: AnyObject, Sendable {}
