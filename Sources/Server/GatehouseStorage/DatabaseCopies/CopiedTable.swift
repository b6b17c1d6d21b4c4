// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A table whose rows belong to a copy of the whole database, in the words that both engines understand.
///
/// The rows are read and written in the order of the primary key, which is the order of bytes in both engines. So the rows
/// of a copy that was cut off are the first ones of the table, and the last key says where to go on.
package struct CopiedTable: Sendable, Equatable {
    /// The name of the table.
    package let name: String
    /// The names of the columns, in the order of the schema.
    package let columns: [String]
    /// The columns of the primary key, in their order there.
    package let key: [String]
    /// The position of each column of the key among the columns.
    private let keyPositions: [Int]

    /// Creates the table; `nil` without a key, or if the key has a column that the table lacks.
    package init?(name: String, columns: [String], key: [String]) {
        let positions = key.compactMap { column in columns.firstIndex(of: column) }
        guard !key.isEmpty, positions.count == key.count else { return nil }
        (self.name, self.columns, self.key, keyPositions) = (name, columns, key, positions)
    }

    /// The tables that belong to a database and not to its contents: a copy does not have their rows.
    ///
    /// They say which migrations a schema has, and which nodes use a database at this moment.
    package static let leftOut: Set<String> = NodesSchema.tables.union([Migrator.tableName])

    /// Whether the table has the keys without which no server starts on the database.
    ///
    /// Their rows are copied last, so that no server starts on a part of a copy.
    package var hasKeys: Bool { ["index_keys", "master_keys"].contains(name) }

    /// The largest number of rows that are read together.
    ///
    /// Rows with documents and files can have megabytes.
    package var mostRows: Int { Self.rowsOfLargeTables[name] ?? 500 }

    private static let rowsOfLargeTables: [String: Int] = [
        "identity_providers": 8, "brandings": 8, "ui_customizations": 8, "page_images": 2, "import_chunks": 4,
        "data_apis": 4, "project_contents": 4, "data_records": 50, "data_record_versions": 50, "queued_messages": 50,
        "iam_entries": 50, "pool_settings": 50, "user_pools": 50,
    ]

    /// The values of the primary key of a row.
    package func key(of row: [SQLValue]) -> [SQLValue] { keyPositions.map { row[$0] } }

    // The names are those of the schema, so the texts below have no input.

    /// The query for the next rows after the one with the key `last`.
    fileprivate func page(after last: [SQLValue]?, limit: Int) -> SQL {
        let order = key.joined(separator: ", ")
        var text = "SELECT \(columns.joined(separator: ", ")) FROM \(name)"
        if last != nil { text += " WHERE (\(order)) > (\(SQL.places(key.count)))" }
        let arguments = last ?? []
        return SQL(
            text + " ORDER BY \(order) LIMIT $\(arguments.count + 1)", arguments + [.integer(Int64(limit))])
    }

    /// The query for the last key.
    fileprivate var lastKey: SQL {
        let descending = key.map { "\($0) DESC" }.joined(separator: ", ")
        return SQL("SELECT \(key.joined(separator: ", ")) FROM \(name) ORDER BY \(descending) LIMIT 1", [])
    }

    fileprivate var rowCount: SQL { SQL("SELECT count(*) AS number FROM \(name)", []) }

    /// The statement that adds rows; a row whose key is there stays as it is, so that the statement may be run twice.
    fileprivate func insertion(of rows: ArraySlice<[SQLValue]>) -> SQL {
        let places = rows.indices.map { index in
            "(\(SQL.places(columns.count, from: (index - rows.startIndex) * columns.count + 1)))"
        }
        return SQL(
            "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES \(places.joined(separator: ", ")) "
                + "ON CONFLICT (\(key.joined(separator: ", "))) DO NOTHING", Array(rows.joined()))
    }

    /// The statement that gathers PostgreSQL's statistics of the table.
    package var analysis: SQL { SQL("ANALYZE \(name)", []) }

    /// The statement that removes a table.
    fileprivate static func removal(of name: String) -> SQL { SQL("DROP TABLE IF EXISTS \(name)", []) }
}

extension SQLReader {
    /// Reads the next rows of a table, after the one with the key `last`.
    ///
    /// - Throws: ``StorageError``.
    package func rows(of table: CopiedTable, after last: [SQLValue]?, limit: Int) throws -> [[SQLValue]] {
        try query(table.page(after: last, limit: limit)).map(\.values)
    }

    /// The primary key of a table's last row; `nil` without rows.
    ///
    /// - Throws: ``StorageError``.
    package func lastKey(of table: CopiedTable) throws -> [SQLValue]? {
        try queryOne(table.lastKey)?.values
    }

    /// The number of rows of a table.
    ///
    /// - Throws: ``StorageError``.
    package func rowCount(of table: CopiedTable) throws -> Int {
        try queryOne(table.rowCount)?["number"] ?? 0
    }
}

extension SQLConnection {
    /// Adds rows to a table, with at most `rowsPerStatement` of them in a statement; rows whose keys are there are left
    /// out.
    ///
    /// - Throws: ``StorageError``.
    package func add(_ rows: [[SQLValue]], to table: CopiedTable, rowsPerStatement: Int) throws {
        var rest = rows[...]
        while !rest.isEmpty {
            // It may be run twice; a row of the driver would make the tables of the two databases differ.
            try execute(table.insertion(of: rest.prefix(rowsPerStatement)), witness: .noWitness)
            rest = rest.dropFirst(rowsPerStatement)
        }
    }

    /// Removes the tables that a copy has made, with the record of migrations and that of the copy.
    ///
    /// - Throws: ``StorageError``.
    package func removeTables() throws {
        let names = Migrations.tables + [Migrator.tableName, CopyRecord.tableName]
        for name in names.reversed() { try execute(CopiedTable.removal(of: name)) }
    }
}
