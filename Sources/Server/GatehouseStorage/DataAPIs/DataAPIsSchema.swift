// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables of data APIs and their keys.
///
/// `settings` and `user_pools` are JSON. The id of a key is a keyed hash of its secret. Times are milliseconds since 1970.
enum DataAPIsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE data_apis (
            id TEXT NOT NULL PRIMARY KEY,
            revision BIGINT NOT NULL,
            name TEXT NOT NULL,
            definition TEXT NOT NULL,
            settings TEXT NOT NULL,
            user_pools TEXT NOT NULL,
            is_default BIGINT NOT NULL,
            created_at BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE data_api_keys (
            api_id TEXT NOT NULL,
            id TEXT NOT NULL,
            sealed BLOB NOT NULL,
            description TEXT,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            PRIMARY KEY (api_id, id)
        )
        """,
    ]
}
