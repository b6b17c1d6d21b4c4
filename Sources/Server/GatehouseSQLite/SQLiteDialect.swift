// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GRDB

/// How SQLite's SQL differs from the SQL of the stores and migrations.
///
/// SQLite keeps the rows of a table in the order of a number of its own, and the primary key in an index beside it, so
/// that a new row changes a page of each. Tables with short rows and few indexes are kept in the order of their keys
/// instead: a row then changes one page. Programs see no difference.
enum SQLiteDialect {
    /// The tables, also by the names with which migrations create them.
    ///
    /// `token_families` is not one of them: each of its indexes would have the key in place of a number, and would be
    /// split more often than that saves.
    private static let tablesInKeyOrder = ["failed_attempts", "refresh_tokens", "spent_tickets", "used_ids"]
    private static let creation = "CREATE TABLE "
    /// What ends the declaration of a table in the order of its keys.
    private static let ending = " WITHOUT ROWID"

    /// A statement of the stores or migrations, in SQLite's words.
    static func statement(_ text: String) -> String {
        guard text.hasPrefix(creation) else { return text }
        let name = text.dropFirst(creation.count).prefix { $0 != " " && $0 != "(" }
        return tablesInKeyOrder.contains(String(name)) ? text + ending : text
    }

    /// The declaration of a table without its order, which differs between files of several releases.
    static func withoutOrder(_ declaration: String) -> String {
        declaration.hasSuffix(ending) ? String(declaration.dropLast(ending.count)) : declaration
    }

    /// Writes the tables of a file that an earlier release has made anew, in the order of their keys.
    ///
    /// It is a part of a transaction.
    static func orderTables(of database: Database) throws {
        for name in tablesInKeyOrder {
            let stored = try String.fetchOne(
                database, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", arguments: [name])
            guard let declaration = stored, !declaration.hasSuffix(ending),
                let columns = declaration.firstIndex(of: "(")
            else { continue }
            // SQLite makes the indexes of keys itself; they have no text.
            let indexes = try String.fetchAll(
                database,
                sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
                arguments: [name])
            try database.execute(sql: "\(creation)ordered_rows \(declaration[columns...])\(ending)")
            try database.execute(sql: "INSERT INTO ordered_rows SELECT * FROM \(name)")
            try database.execute(sql: "DROP TABLE \(name)")
            try database.execute(sql: "ALTER TABLE ordered_rows RENAME TO \(name)")
            for index in indexes { try database.execute(sql: index) }
        }
    }
}
