// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage

extension SQLiteDatabase {
    /// The tables of the schema whose rows belong to a copy of the database, in the order of their creation.
    ///
    /// SQLite tells the columns and keys of a schema that the migrations have made, so that no list of them is kept.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``, also for a table without a primary key.
    package func copiedTables() async throws -> [CopiedTable] {
        try await read { reader in
            let rows = try reader.query(
                """
                SELECT m.name AS table_name, c.name AS column_name, c.pk AS place
                FROM sqlite_master m JOIN pragma_table_info(m.name) c
                WHERE m.type = 'table' AND substr(m.name, 1, 7) <> 'sqlite_'
                ORDER BY m.rowid, c.cid
                """)
            var names: [String] = []
            var columns: [String: [(name: String, place: Int)]] = [:]
            for row in rows {
                let (table, column, place): (String, String, Int) = try (
                    row["table_name"], row["column_name"], row["place"]
                )
                if columns[table] == nil { names.append(table) }
                columns[table, default: []].append((column, place))
            }
            return try names.filter { !CopiedTable.leftOut.contains($0) }.map { name in
                let all = columns[name] ?? []
                let key = all.filter { $0.place > 0 }.sorted { $0.place < $1.place }
                guard let table = CopiedTable(name: name, columns: all.map { $0.name }, key: key.map { $0.name }) else {
                    throw StorageError.statement("the table \(name) has no primary key")
                }
                return table
            }
        }
    }
}
