// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
