// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The error of a call of the client.
///
/// The order of the cases never changes: the code of the error as an `NSError` is the position of its case. The type does
/// not conform to `LocalizedError`, so that an app can decide what its users read.
public enum AWSMobileClientError: Error {
    /// The e-mail address or phone number belongs to another user.
    case aliasExists(message: String)
    /// A code could not be sent.
    case codeDeliveryFailure(message: String)
    /// The code is wrong.
    case codeMismatch(message: String)
    /// The code has expired.
    case expiredCode(message: String)
    /// The group exists already.
    case groupExists(message: String)
    /// The service failed.
    case internalError(message: String)
    /// A function of the user pool answered something that the service does not understand.
    case invalidLambdaResponse(message: String)
    /// The user pool's settings for OAuth do not allow the call.
    case invalidOAuthFlow(message: String)
    /// An argument is unusable.
    case invalidParameter(message: String)
    /// The password does not comply with the pool's policy.
    case invalidPassword(message: String)
    /// The user pool's settings are wrong.
    case invalidUserPoolConfiguration(message: String)
    /// The user or the pool has reached a limit.
    case limitExceeded(message: String)
    /// The user pool has no method for a second factor.
    case mfaMethodNotFound(message: String)
    /// The password is wrong, or the user may not do this.
    case notAuthorized(message: String)
    /// The user has to choose a new password with a code first.
    case passwordResetRequired(message: String)
    /// The service does not have the resource that the call names.
    case resourceNotFound(message: String)
    /// The call names a scope of a resource server that has none of this name.
    case scopeDoesNotExist(message: String)
    /// The user has no authenticator app.
    case softwareTokenMFANotFound(message: String)
    /// The user has entered wrong answers too often.
    case tooManyFailedAttempts(message: String)
    /// The service has too many requests.
    case tooManyRequests(message: String)
    /// A function of the user pool could not be called.
    case unexpectedLambda(message: String)
    /// A function of the user pool refused.
    case userLambdaValidation(message: String)
    /// The user has to be confirmed first.
    case userNotConfirmed(message: String)
    /// There is no such user.
    case userNotFound(message: String)
    /// Another user has this name.
    case usernameExists(message: String)
    /// Another error; the message says which.
    case unknown(message: String)
    /// No user is signed in with the user pool.
    case notSignedIn(message: String)
    /// The identity pool gave no identity id.
    case identityIdUnavailable(message: String)
    /// The identity pool admits no guests.
    case guestAccessNotAllowed(message: String)
    /// A user of the user pool is signed in, so another provider's user cannot be.
    case federationProviderExists(message: String)
    /// No identity pool is configured.
    case cognitoIdentityPoolNotConfigured(message: String)
    /// The sign-in that the call waited for has ended without a user.
    case unableToSignIn(message: String)
    /// The call does not fit the present state.
    case invalidState(message: String)
    /// No user pool is configured.
    case userPoolNotConfigured(message: String)
    /// The user left the sign-in.
    case userCancelledSignIn(message: String)
    /// The hosted UI refused; the message is its reason.
    case badRequest(message: String)
    /// The refresh token is no longer valid.
    case expiredRefreshToken(message: String)
    /// A page of the hosted UI could not be shown, or the service for tokens was not reached.
    case errorLoadingPage(message: String)
    /// The browser returned with the answer to another sign-in.
    case securityFailed(message: String)
    /// The provider issued no ID token, which the identity pool needs.
    case idTokenNotIssued(message: String)
    /// The provider issued no token.
    case idTokenAndAcceessTokenNotIssued(message: String)
    /// The configuration lacks a value, or has a wrong one.
    case invalidConfiguration(message: String)
    /// This device is not remembered.
    case deviceNotRemembered(message: String)
}

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
