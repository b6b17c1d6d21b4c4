// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The columns of a sign-in's authentication: its methods, the name of the level in its tokens, and the time of the
/// oldest proof.
enum AuthenticationLevelsSchema {
    /// The statements of the migration that adds the columns.
    static let statements: [SQL] = [
        "ALTER TABLE token_families ADD COLUMN methods TEXT",
        "ALTER TABLE token_families ADD COLUMN level_name TEXT",
        "ALTER TABLE token_families ADD COLUMN proved_at BIGINT",
    ]
}
