// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// Optional parts of the answer to a challenge.
public struct AWSAuthConfirmSignInOptions: Sendable {
    /// Attributes that go with a new password.
    public let userAttributes: [AuthUserAttribute]?

    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// The name under which a TOTP app is registered.
    public let friendlyDeviceName: String?

    /// Makes options.
    public init(
        userAttributes: [AuthUserAttribute]? = nil,
        metadata: [String: String]? = nil,
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.metadata = metadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}
