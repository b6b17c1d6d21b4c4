// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SQLDatabase {
    /// Deletes all rows of the domains' tables; the schema and the installation's keys remain.
    ///
    /// - Throws: ``StorageError``.
    package func removeEverything() async throws {
        let kept = KeysSchema.tables.union([AccessSchema.revisionTable])
        try await write { connection in
            for table in Migrations.tables.reversed() where !kept.contains(table) {
                // The names come from the migrations, not from input.
                try connection.execute(SQL(stringLiteral: "DELETE FROM \(table)"))
            }
            try connection.reviseAccess()
        }
    }
}

extension Migrations {
    /// The tables of the migrations, in the order of their creation: a table comes after those that it refers to.
    static let tables: [String] = all.flatMap(\.statements).reduce(into: []) { tables, statement in
        let words = statement.text.split { $0.isWhitespace || $0 == "(" }.map(String.init)
        if words.starts(with: ["CREATE", "TABLE"]), words.count > 2 {
            tables.append(words[2])
        } else if words.starts(with: ["ALTER", "TABLE"]), words.dropFirst(3).starts(with: ["RENAME", "TO"]),
            words.count > 5, let renamed = tables.firstIndex(of: words[2])
        {
            tables[renamed] = words[5]
        }
    }
}
