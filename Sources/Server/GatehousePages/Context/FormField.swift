// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A field that a user fills in.
package struct FormField: Sendable, Equatable {
    /// The name of the field.
    package let name: String
    /// Whether the form needs an entry.
    package let isRequired: Bool

    /// Creates a field.
    package init(_ name: String, isRequired: Bool = true) {
        self.name = name
        self.isRequired = isRequired
    }
}
