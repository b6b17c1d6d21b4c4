// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of a request for a code that verifies an attribute.
public struct AWSSendUserAttributeVerificationCodeOptions: Sendable {
    /// Passed to the pool's triggers.
    public let metadata: [String: String]?

    /// Makes options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}
