// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A provider that gave no usable answer, for the operator.
package struct ProviderFailure: Sendable, Equatable {
    /// The issuer's address, or the name of the social provider.
    package let provider: String
    /// The request and what was wrong with its answer, without tokens and secrets.
    package let reason: String

    /// Describes a failure.
    package init(provider: String, reason: String) {
        self.provider = provider
        self.reason = reason
    }
}
