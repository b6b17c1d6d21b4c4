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
    /// The service does not know what the call names.
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
