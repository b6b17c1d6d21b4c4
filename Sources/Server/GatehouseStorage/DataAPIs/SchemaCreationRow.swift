// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores

/// A row of `data_schema_creations`: the last creation of an API's schema.
enum SchemaCreationRow {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE data_schema_creations (
            api_id TEXT NOT NULL PRIMARY KEY,
            state BIGINT NOT NULL,
            details TEXT NOT NULL,
            changed_at BIGINT NOT NULL
        )
        """
    ]

    /// The last creation of an API's schema; `nil` if none has begun.
    static func find(_ reader: some SQLReader, of api: String) throws -> StoredCreation? {
        try reader.queryOne(
            "SELECT state, details, changed_at FROM data_schema_creations WHERE api_id = \(api)"
        ).map { row in
            guard let state = StoredCreation.State(rawValue: try row["state"]) else {
                throw StorageError.unreadableColumn("state")
            }
            return StoredCreation(state, details: try row["details"], changedAt: try row["changed_at"])
        }
    }

    /// Stores a creation in place of the last one.
    static func put(_ connection: some SQLConnection, _ creation: StoredCreation, of api: String) throws {
        try connection.execute(
            """
            INSERT INTO data_schema_creations (api_id, state, details, changed_at)
            VALUES (\(api), \(creation.state.rawValue), \(creation.details), \(creation.changedAt))
            ON CONFLICT (api_id) DO UPDATE
            SET state = excluded.state, details = excluded.details, changed_at = excluded.changed_at
            """)
    }

    /// Deletes what is known of an API that is deleted.
    static func delete(_ connection: some SQLConnection, of api: String) throws {
        try connection.execute("DELETE FROM data_schema_creations WHERE api_id = \(api)")
    }
}
