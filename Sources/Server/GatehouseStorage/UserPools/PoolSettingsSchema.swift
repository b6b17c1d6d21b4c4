// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The tables for rarely used operations: settings of pools and clients, and terms documents.
enum PoolSettingsSchema {
    /// The statements of the migration that creates the tables.
    ///
    /// For settings of the pool itself, the client id is empty.
    static let statements: [SQL] = [
        """
        CREATE TABLE pool_settings (
            pool_id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            settings TEXT NOT NULL,
            PRIMARY KEY (pool_id, client_id, kind)
        )
        """,
        """
        CREATE TABLE terms (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE UNIQUE INDEX terms_by_client ON terms (pool_id, client_id, name)",
    ]
}
