// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The columns of second factors, for users and for pools.
enum SecondFactorsSchema {
    /// The statements of the migration that adds the columns.
    ///
    /// The columns are NULL for users and pools without second factors.
    static let statements: [SQL] = [
        "ALTER TABLE users ADD COLUMN mfa TEXT",
        "ALTER TABLE user_pools ADD COLUMN factors TEXT",
    ]
}
