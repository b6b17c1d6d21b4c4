// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A logout page that could not be shown.
public struct AWSCognitoHostedUIError: Sendable {
    /// Why.
    public let error: AuthError
}
