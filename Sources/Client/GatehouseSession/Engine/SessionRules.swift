// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rules in which the two faces of the engine differ.
package struct SessionRules: Sendable {
    /// Whether a sign-in takes the place of any session, instead of being refused while there is one.
    package var signInReplacesSession: Bool
    /// Whether a sign-in obtains AWS credentials, and fails with them.
    package var signInAwaitsCredentials: Bool
    /// Whether a sign-in keeps the guest's identity id, so that the guest's identity becomes the user's.
    package var keepsGuestIdentity: Bool
    /// Whether a renewal that finds no such user counts as one whose refresh token is refused permanently.
    package var endsSessionOfUnknownUser: Bool
    /// Whether the session of a user who signed in on the user pool's pages is renewed at their token endpoint.
    package var refreshesAtTokenEndpoint: Bool
    /// Whether a stored identity id that the identity pool refuses is replaced once by that of the logins, also where the
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
