// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
