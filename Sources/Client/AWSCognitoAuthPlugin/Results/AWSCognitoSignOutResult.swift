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

/// Sessions on other devices that did not end.
public struct AWSCognitoGlobalSignOutError: Sendable {
    /// The access token with which it was tried.
    public let accessToken: String

    /// Why.
    public let error: AuthError
}

extension AWSCognitoGlobalSignOutError: CustomStringConvertible, CustomReflectable {
    /// Says why; the token stays out.
    public var description: String { "AWSCognitoGlobalSignOutError(\(error))" }

    /// As much as the description says.
    public var customMirror: Mirror { Mirror(self, children: ["error": error]) }
}

/// A logout page that could not be shown.
public struct AWSCognitoHostedUIError: Sendable {
    /// Why.
    public let error: AuthError
}

/// A refresh token that was not revoked.
public struct AWSCognitoRevokeTokenError: Sendable {
    /// The token, which is still good.
    public let refreshToken: String

    /// Why.
    public let error: AuthError
}

extension AWSCognitoRevokeTokenError: CustomStringConvertible, CustomReflectable {
    /// Says why; the token stays out.
    public var description: String { "AWSCognitoRevokeTokenError(\(error))" }

    /// As much as the description says.
    public var customMirror: Mirror { Mirror(self, children: ["error": error]) }
}
