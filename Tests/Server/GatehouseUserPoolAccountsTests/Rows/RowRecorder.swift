// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// Records the rows that operations insert, update or delete, also those with the same values as before.
///
/// It has triggers in the SQLite of a test; the server itself has none.
struct RowRecorder: Sendable {
    /// A row of a table.
    struct Row: Hashable, Sendable, CustomStringConvertible {
        let table: String
        /// The values of the primary key, as literals of SQL.
        let key: String

        var description: String { "\(table)(\(key))" }
    }

    private let database: any SQLDatabase

    /// Makes the triggers in a migrated database; no other recorder may have done so.
    init(_ database: some SQLDatabase) async throws {
        self.database = database
        try await database.write { connection in
            let keys = try Self.keys(connection)
            try connection.execute("CREATE TABLE recorded_rows (name TEXT NOT NULL, place TEXT NOT NULL)")
            for (table, columns) in keys {
                for (event, row) in [("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD")] {
                    let key = columns.map { "quote(\(row).\($0))" }.joined(separator: " || ', ' || ")
                    try connection.execute(
                        SQL(
                            stringLiteral: """
                                CREATE TRIGGER recorded_\(event)_\(table) AFTER \(event) ON \(table) BEGIN
                                    INSERT INTO recorded_rows (name, place) VALUES ('\(table)', \(key));
                                END
                                """))
                }
            }
        }
    }

    /// The columns of the primary key of each table.
    private static func keys(_ reader: any SQLReader) throws -> [String: [String]] {
        let columns = try reader.query(
            """
            SELECT t.name AS tablename, c.name AS columnname
            FROM sqlite_master t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND c.pk > 0 AND t.name <> 'schema_migrations' ORDER BY t.name, c.pk
            """
        ).map { row in (table: try row["tablename"] as String, column: try row["columnname"] as String) }
        return Dictionary(grouping: columns) { $0.table }.mapValues { columns in columns.map { $0.column } }
    }

    /// Returns the rows that an operation changes, during which no other one may run.
    ///
    /// - Throws: the error of the operation.
    func rows(changedBy operation: () async throws -> Void) async throws -> Set<Row> {
        try await database.write { connection in try connection.execute("DELETE FROM recorded_rows") }
        try await operation()
        return try await database.read { reader in
            Set(
                try reader.query("SELECT name, place FROM recorded_rows").map { row in
                    Row(table: try row["name"], key: try row["place"])
                })
        }
    }
}
