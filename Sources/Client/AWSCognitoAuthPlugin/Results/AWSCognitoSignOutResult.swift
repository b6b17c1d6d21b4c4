// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The outcome of a sign-out.
public enum AWSCognitoSignOutResult: AuthSignOutResult {
    /// The user is signed out on this device and at the service.
    case complete

    /// The user is signed out on this device; these errors say which requests to the service failed.
    case partial(
        revokeTokenError: AWSCognitoRevokeTokenError?,
        globalSignOutError: AWSCognitoGlobalSignOutError?,
        hostedUIError: AWSCognitoHostedUIError?
    )

    /// Nothing changed.
    case failed(AuthError)

    /// Whether this device has no signed-in user any more.
    public var signedOutLocally: Bool {
        switch self {
        case .complete, .partial: true
        case .failed: false
        }
    }
}
