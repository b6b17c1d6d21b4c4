// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the user proved at a sign-in, the name of the level that its tokens tell, and when the oldest proof was made.
package enum AuthenticationLevelsSchema {
    /// The statements of the migration that brings them.
    package static let statements: [SQL] = [
        "ALTER TABLE token_families ADD COLUMN methods TEXT",
        "ALTER TABLE token_families ADD COLUMN level_name TEXT",
        "ALTER TABLE token_families ADD COLUMN proved_at BIGINT",
    ]
}
