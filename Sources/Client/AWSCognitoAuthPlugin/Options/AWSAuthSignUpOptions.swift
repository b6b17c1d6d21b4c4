// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of a sign-up, in addition to name, password and attributes.
public struct AWSAuthSignUpOptions: Sendable {
    /// Passed to the pool's pre sign-up trigger.
    public let validationData: [String: String]?

    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(validationData: [String: String]? = nil, metadata: [String: String]? = nil) {
        self.validationData = validationData
        self.metadata = metadata
    }
}
