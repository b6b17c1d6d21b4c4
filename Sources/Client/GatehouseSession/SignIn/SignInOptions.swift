// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of a sign-in, in addition to name and password.
package struct SignInOptions: Sendable {
    /// The flow; the configured default when absent.
    package var flow: SignInFlow?
    /// Passed to the pool's triggers.
    package var clientMetadata: [String: String]
    /// Whether a challenge that waits for an answer may be answered by the app's next process.
    package var resumesAfterRestart: Bool

    /// Creates options.
    package init(
        flow: SignInFlow? = nil,
        clientMetadata: [String: String] = [:],
        resumesAfterRestart: Bool = false
    ) {
        self.flow = flow
        self.clientMetadata = clientMetadata
        self.resumesAfterRestart = resumesAfterRestart
    }
}

/// The options of an answer to a challenge.
package struct ConfirmSignInOptions: Sendable {
    /// Attributes given together with a new password, by their names on the wire.
    package var userAttributes: [String: String]
    /// Passed to the pool's triggers.
    package var clientMetadata: [String: String]
    /// The name under which an authenticator app is registered.
    package var friendlyDeviceName: String?

    /// Creates options.
    package init(
        userAttributes: [String: String] = [:],
        clientMetadata: [String: String] = [:],
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.clientMetadata = clientMetadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}
