// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason for a permanent delivery failure, in a text that the caller may see.
package struct DeliveryRefusal: Error, Equatable, CustomStringConvertible {
    /// The reply of the mail server or gateway, without address, code or secret.
    package let description: String

    /// Creates a refusal.
    package init(_ description: String) {
        self.description = description
    }
}
