// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A session with tokens and AWS credentials: for each part, a value or the error that explains its absence.
public protocol AWSAuthSessionBehavior<Tokens>: AuthSession {
    /// The tokens of the session's user pool.
    associatedtype Tokens

    /// The AWS credentials.
    var awsCredentialsResult: Result<any AWSTemporaryCredentials, AuthError> { get }

    /// The identity pool's id for the user or guest.
    var identityIdResult: Result<String, AuthError> { get }

    /// The user's `sub`.
    var userSubResult: Result<String, AuthError> { get }

    /// The tokens of the OpenID provider, or the error that explains their absence.
    var oidcTokensResult: Result<Tokens, AuthError> { get }
}

/// A session with the identity of the user.
public protocol AuthCognitoIdentityProvider {
    /// The identity pool's id for the user or guest.
    func getIdentityId() -> Result<String, AuthError>

    /// The user's `sub`.
    func getUserSub() -> Result<String, AuthError>
}

extension AuthCognitoIdentityProvider where Self: AWSAuthSessionBehavior {
    /// The identity pool's id for the user or guest.
    public func getIdentityId() -> Result<String, AuthError> {
        identityIdResult
    }

    /// The user's `sub`.
    public func getUserSub() -> Result<String, AuthError> {
        userSubResult
    }
}

/// The tokens of a user pool.
public protocol AuthCognitoTokens {
    /// The id token, a JWT.
    var idToken: String { get }

    /// The access token, a JWT.
    var accessToken: String { get }

    /// The refresh token, an opaque text.
    var refreshToken: String { get }
}

/// A session that has user pool tokens.
public protocol AuthCognitoTokensProvider {
    /// Returns the tokens, or the error that explains their absence.
    func getCognitoTokens() -> Result<any AuthCognitoTokens, AuthError>
}
