// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a message will never reach its recipient, in words that the caller may see.
package struct DeliveryRefusal: Error, Equatable, CustomStringConvertible {
    /// What the mail server or gateway said, without address, code or secret.
    package let description: String

    /// Creates a refusal.
    package init(_ description: String) {
        self.description = description
    }
}
