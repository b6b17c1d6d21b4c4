// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
