// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
