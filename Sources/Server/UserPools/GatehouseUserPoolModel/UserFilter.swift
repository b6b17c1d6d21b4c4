// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A condition on users, as in the `Filter` of `ListUsers`.
package struct UserFilter: Sendable, Equatable {
    /// The comparison of a field with the value.
    package enum Comparison: Sendable, Equatable {
        case equals
        case startsWith
    }

    /// The searchable fields (`ListUsers` in the developer guide).
    package enum Field: String, Sendable, CaseIterable {
        case username
        case email
        case phoneNumber = "phone_number"
        case name
        case givenName = "given_name"
        case familyName = "family_name"
        case preferredUsername = "preferred_username"
        case userStatus = "cognito:user_status"
        case enabled = "status"
        case sub

        /// Whether case matters in comparisons.
        package var isCaseSensitive: Bool {
            self == .username || self == .enabled
        }
    }

    package let field: Field
    package let comparison: Comparison
    /// The value, in lower case if the field ignores case.
    package let value: String

    /// Creates a condition; converts the value to lower case if the field ignores case.
    package init(field: Field, comparison: Comparison, value: String) {
        self.field = field
        self.comparison = comparison
        self.value = field.isCaseSensitive ? value : value.lowercased()
    }
}
