// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClientError {
    static let noUserPool = AWSMobileClientError.userPoolNotConfigured(
        message: """
            No user pool is configured. Add CognitoUserPool.Default with PoolId, AppClientId and Region to \
            awsconfiguration.json.
            """)
    static let notInitialized = AWSMobileClientError.cognitoIdentityPoolNotConfigured(
        message: "The client has not read the identity pool's configuration. Call initialize first.")
    static let nobodySignedIn = AWSMobileClientError.notSignedIn(
        message: "No user is signed in. Call initialize and signIn first.")
    static let signedInAlready = AWSMobileClientError.invalidState(
        message: "A user is signed in already. Call signOut before another sign-in.")
    static let noChallenge = AWSMobileClientError.invalidState(
        message: "No sign-in waits for an answer. Call signIn before confirmSignIn.")
    static let signInAbandoned = AWSMobileClientError.unableToSignIn(
        message: "The sign-in was ended by another sign-in or by a sign-out.")
    /// The app has ended a wait; the reason is the service's why the user must sign in again, nil if it gave none.
    static func waitEnded(_ reason: String?) -> AWSMobileClientError {
        let cause = reason.map { " The service refused the session: \($0)" } ?? ""
        return .unableToSignIn(message: "The user must sign in again, and the app has ended the wait for it.\(cause)")
    }
    static let signedOutMeanwhile = AWSMobileClientError.unableToSignIn(
        message: "The app signed out while the call was under way.")
    static let userChanged = AWSMobileClientError.unableToSignIn(
        message: "Another user has signed in since the call was made. Call it again if it is meant for that user.")
    static let guestsRefused = AWSMobileClientError.guestAccessNotAllowed(
        message: "The identity pool admits no guests. Sign in, or allow unauthenticated identities in the pool.")
    static let noCredentials = AWSMobileClientError.identityIdUnavailable(
        message: "The identity pool gave no credentials.")
    static let noIDToken = AWSMobileClientError.idTokenNotIssued(
        message: "The sign-in gave no ID token, which the identity pool needs. Ask for the scope openid.")
    static let userPoolSession = AWSMobileClientError.federationProviderExists(
        message: "A user of the user pool is signed in. Call signOut before a federated sign-in.")
    static let noDeveloperIdentity = AWSMobileClientError.invalidParameter(
        message: "The first sign-in with a developer identity needs cognitoIdentityId in FederatedSignInOptions.")
    static let deadSession = AWSMobileClientError.notAuthorized(
        message: "The refresh token is not valid any more, so the user cannot be signed out globally. Call signOut().")
    static let unknownChallenge = AWSMobileClientError.unknown(
        message: """
            The user pool asks for a choice or a set-up of a second factor, which AWSMobileClient does not have. Set the \
            factor up with another client first.
            """)
}
