// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A session that has user pool tokens.
public protocol AuthCognitoTokensProvider {
    /// Returns the tokens, or the error that explains their absence.
    func getCognitoTokens() -> Result<any AuthCognitoTokens, AuthError>
}
