// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The columns of second factors: those that a user has, and those that a pool offers.
package enum SecondFactorsSchema {
    /// The statements of the migration that brings the columns.
    ///
    /// A new user has none and a new pool offers none: both are NULL.
    package static let statements: [SQL] = [
        "ALTER TABLE users ADD COLUMN mfa TEXT",
        "ALTER TABLE user_pools ADD COLUMN factors TEXT",
    ]
}
