// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SQLDatabase {
    /// Removes every row that the domains have written; the schema stays.
    ///
    /// - Throws: ``StorageError``.
    package func removeEverything() async throws {
        try await write { connection in
            for table in Migrations.tables.reversed() {
                // The names stand in the migrations, not in anything from outside.
                try connection.execute(SQL(stringLiteral: "DELETE FROM \(table)"))
            }
        }
    }
}

extension Migrations {
    /// The tables that the migrations make, in their order: one that refers to another stands behind it.
    static let tables: [String] = all.flatMap(\.statements).compactMap { statement in
        let words = statement.text.split { $0.isWhitespace || $0 == "(" }
        guard words.starts(with: ["CREATE", "TABLE"]), words.count > 2 else { return nil }
        return String(words[2])
    }
}
