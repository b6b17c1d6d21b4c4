// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One condition on users: what the `Filter` of `ListUsers` says.
package struct UserFilter: Sendable, Equatable {
    /// How the value is compared.
    package enum Comparison: Sendable, Equatable {
        case equals
        case startsWith
    }

    /// What can be searched (`ListUsers`, developer guide).
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
    /// Lower case where case does not matter.
    package let value: String

    /// Creates a condition; folds the value's case where the field does.
    package init(field: Field, comparison: Comparison, value: String) {
        self.field = field
        self.comparison = comparison
        self.value = field.isCaseSensitive ? value : value.lowercased()
    }
}
