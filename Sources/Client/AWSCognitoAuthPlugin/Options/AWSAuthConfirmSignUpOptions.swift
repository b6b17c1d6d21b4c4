// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of the confirmation of a sign-up, in addition to name and code.
public struct AWSAuthConfirmSignUpOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Whether an address that is another user's alias may become this user's.
    public let forceAliasCreation: Bool?

    /// Makes options.
    public init(metadata: [String: String]? = nil, forceAliasCreation: Bool? = nil) {
        self.metadata = metadata
        self.forceAliasCreation = forceAliasCreation
    }
}
