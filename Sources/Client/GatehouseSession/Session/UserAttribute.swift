// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// An attribute of a user, by its name on the wire.
package struct UserAttribute: Sendable, Equatable {
    /// The name on the wire, such as `email` or `custom:plan`.
    package let name: String
    /// The value as text, as the service keeps numbers and dates too; nil if the service names none.
    package let value: String?

    /// Creates an attribute.
    package init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

extension AttributeType {
    /// Attributes as requests carry them, in the order of their names.
    static func list(_ values: [String: String]) -> [AttributeType] {
        values.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
    }
}
