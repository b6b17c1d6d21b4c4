// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A field that a form sends back unchanged, such as the value against forged requests.
package struct HiddenField: Sendable, Equatable {
    /// The name of the field.
    package let name: String
    /// The value of the field.
    package let value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
