// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB
import GatehouseStorage

/// The tables and indexes of a database, and all other objects that a file from elsewhere may declare.
package struct SQLiteSchema: Sendable, Equatable {
    /// The kind and the name of an object.
    private struct Key: Hashable, CustomStringConvertible {
        let kind: String
        let name: String

        var description: String { "\(kind) \(name.prefix(100))" }
    }

    /// The most objects that are read; the program's own schema has far fewer.
    private static let limit = 2_000

    /// The declarations, without the spaces, the quotes and the orders of rows, which do not matter.
    private var declarations: [Key: String] = [:]

    init(_ database: Database) throws {
        // SQLite makes the indexes of keys itself, by its own rules.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT type, name, tbl_name, substr(sql, 1, 100000) FROM sqlite_master
                WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\')
                LIMIT \(Self.limit)
                """)
        while let row = try rows.next() {
            let words = (0..<4).map { index -> String in row[index] ?? "" }
            declarations[Key(kind: words[0], name: words[1])] = words[2] + "|" + Self.normalised(words[3])
        }
    }

    /// Whether the declaration of an object is the same here and in another schema.
    package func agrees(with other: SQLiteSchema, onTable name: String) -> Bool {
        let key = Key(kind: "table", name: name)
        return declarations[key] != nil && declarations[key] == other.declarations[key]
    }

    /// Compares the objects with the objects of another schema; a `table` may be there in addition, as its
    /// `sql` declares it.
    ///
    /// - Returns: the differences in words, at most 20.
    package func differences(
        from expected: SQLiteSchema, allowing table: (name: String, sql: String)? = nil
    ) -> [String] {
        var expected = expected.declarations
        if let table {
            expected[Key(kind: "table", name: table.name)] = table.name + "|" + Self.normalised(table.sql)
        }
        let additional = declarations.keys.filter { key in expected[key] == nil }
            .map { key in "\(key) is there, but no release makes it" }
        let missing = expected.keys.filter { key in declarations[key] == nil && key.name != table?.name }
            .map { key in "\(key) is missing" }
        let changed = expected.filter { key, sql in declarations[key] != nil && declarations[key] != sql }
            .map { key, _ in "\(key) is not the one that the releases make" }
        return Array((additional.sorted() + missing.sorted() + changed.sorted()).prefix(20))
    }

    private static func normalised(_ sql: String) -> String {
        SQLiteDialect.withoutOrder(
            sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("\"", with: ""))
    }
}

extension SQLiteDatabase {
    /// The schema of the database.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func schema() async throws -> SQLiteSchema {
        try await StorageError.translating { try await writer.read { database in try SQLiteSchema(database) } }
    }
}
