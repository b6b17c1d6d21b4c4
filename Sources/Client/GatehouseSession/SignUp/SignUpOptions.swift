// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a sign-up sends beside the user name and the password.
package struct SignUpOptions: Sendable {
    /// Attributes by their names on the wire.
    package var userAttributes: [String: String]
    /// Passed to the pre sign-up trigger.
    package var validationData: [String: String]
    /// Passed to the pool's triggers; omitted from the request when absent.
    package var clientMetadata: [String: String]?

    /// Creates options.
    package init(
        userAttributes: [String: String] = [:],
        validationData: [String: String] = [:],
        clientMetadata: [String: String]? = nil
    ) {
        self.userAttributes = userAttributes
        self.validationData = validationData
        self.clientMetadata = clientMetadata
    }
}

/// The options of the confirmation of a sign-up.
package struct ConfirmSignUpOptions: Sendable {
    /// Whether an alias that belongs to another account may move to this one.
    package var forceAliasCreation: Bool?
    /// Passed to the pool's triggers; omitted from the request when absent.
    package var clientMetadata: [String: String]?

    /// Creates options.
    package init(forceAliasCreation: Bool? = nil, clientMetadata: [String: String]? = nil) {
        self.forceAliasCreation = forceAliasCreation
        self.clientMetadata = clientMetadata
    }
}
