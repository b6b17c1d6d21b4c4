// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A step of a sign-in and its result, for metrics.
package struct SignInResult: Hashable, Sendable {
    /// The flow or the challenge, from a closed list.
    package let step: String
    /// `signed_in`, `challenged`, or the code of the fault.
    package let result: String

    /// Creates a result.
    package init(step: String, result: String) {
        self.step = step
        self.result = result
    }
}
