// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request that a program refuses by itself.
package struct Refusal: Error, Equatable {
    /// A description of the error.
    package let text: String
    /// A suggestion for recovery.
    package let cure: String

    /// Makes a refusal.
    package init(_ text: String, cure: String) {
        self.text = text
        self.cure = cure
    }
}
