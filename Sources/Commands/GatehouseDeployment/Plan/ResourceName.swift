// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a resource in a project: its category and its own name.
package struct ResourceName: Hashable, Sendable {
    /// The category, for example `auth`.
    package let category: String
    /// The name, for example `shop1a2b3c4d`.
    package let name: String

    /// Makes the name.
    package init(category: String, name: String) {
        self.category = category
        self.name = name
    }
}
