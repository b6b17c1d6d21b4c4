// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of access management.
///
/// `document` is JSON. The one row of `iam_revision` is increased by each change of an entry, also by a command beside
/// the server. Times are milliseconds since 1970.
enum AccessSchema {
    /// The table that a reset of the data keeps, so that a revision never occurs twice.
    static let revisionTable = "iam_revision"

    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        "CREATE TABLE iam_revision (id BIGINT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL)",
        "INSERT INTO iam_revision (id, revision) VALUES (1, 1)",
        """
        CREATE TABLE iam_entries (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            document TEXT NOT NULL,
            origin TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL,
            PRIMARY KEY (kind, name)
        )
        """,
        """
        CREATE TABLE iam_user_keys (
            id TEXT NOT NULL PRIMARY KEY,
            user_name TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX iam_user_keys_by_user ON iam_user_keys (user_name, id)",
    ]
}
