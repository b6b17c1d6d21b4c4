// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores

/// A row of `data_cleanups`: stored values that are still to be removed.
///
/// An empty `model` means all records of the API, and an empty `field` all records of the model.
enum RecordCleanupRow {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE data_cleanups (
            api_id TEXT NOT NULL,
            model TEXT NOT NULL,
            field TEXT NOT NULL,
            listed_at BIGINT NOT NULL,
            PRIMARY KEY (api_id, model, field)
        )
        """
    ]

    /// The cleanups of an API, or of all APIs without an id, the oldest first.
    static func list(_ reader: some SQLReader, of api: String?) throws -> [RecordCleanup] {
        let columns: SQLFragment = "api_id, model, field, listed_at"
        let rows =
            if let api {
                try reader.query("SELECT \(columns) FROM data_cleanups WHERE api_id = \(api)")
            } else {
                try reader.query("SELECT \(columns) FROM data_cleanups WHERE api_id > \("")")
            }
        return try rows.map { row in
            RecordCleanup(
                api: try row["api_id"],
                subject: RecordCleanup.Subject(model: try row["model"], field: try row["field"]),
                listedAt: try row["listed_at"])
        }.sorted { $0.listedAt < $1.listedAt }
    }

    static func contains(_ reader: some SQLReader, _ cleanup: RecordCleanup) throws -> Bool {
        let (model, field) = cleanup.subject.names
        return try reader.queryOne(
            """
            SELECT 1 FROM data_cleanups WHERE api_id = \(cleanup.api) AND model = \(model) AND field = \(field)
            """
        ) != nil
    }

    static func put(_ connection: some SQLConnection, _ cleanup: RecordCleanup) throws {
        let (model, field) = cleanup.subject.names
        try connection.execute(
            """
            INSERT INTO data_cleanups (api_id, model, field, listed_at)
            VALUES (\(cleanup.api), \(model), \(field), \(cleanup.listedAt))
            ON CONFLICT (api_id, model, field) DO UPDATE SET listed_at = excluded.listed_at
            """)
    }

    static func delete(_ connection: some SQLConnection, _ cleanup: RecordCleanup) throws {
        let (model, field) = cleanup.subject.names
        try connection.execute(
            """
            DELETE FROM data_cleanups WHERE api_id = \(cleanup.api) AND model = \(model) AND field = \(field)
            """)
    }

    /// Deletes all cleanups of an API.
    static func deleteAll(_ connection: some SQLConnection, of api: String) throws {
        try connection.execute("DELETE FROM data_cleanups WHERE api_id = \(api)")
    }
}

extension RecordCleanup.Subject {
    /// The subject of a row.
    fileprivate init(model: String, field: String) {
        self =
            if model.isEmpty {
                .everything
            } else {
                field.isEmpty ? .records(model: model) : .values(model: model, field: field)
            }
    }

    /// The model and the field of the row.
    fileprivate var names: (model: String, field: String) {
        switch self {
        case .everything: ("", "")
        case .records(let model): (model, "")
        case .values(let model, let field): (model, field)
        }
    }
}
