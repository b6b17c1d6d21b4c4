// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a database says of a copy into it.
///
/// A copy begins by making the tables and a record of its source, in one transaction. It ends by adding the keys, without
/// which no server starts, and removing that record, in one transaction too. So at each moment the database is empty, a
/// part of a copy, or complete.
package enum CopyRecord {
    /// What a database is for a copy.
    package enum State: Sendable, Equatable {
        /// It has no tables of this program.
        case empty
        /// It has a part of a copy of the source with this identity.
        case begun(source: [UInt8])
        /// It has tables that no copy is at work on.
        case used
    }

    /// The name of the table with the record, which exists during a copy only.
    static let tableName = "database_copy"

    /// What a database is for a copy into it.
    ///
    /// - Throws: ``StorageError``.
    package static func state(of database: any SQLDatabase) async throws -> State {
        if let source = try await source(in: database) { return .begun(source: source) }
        return try await hasTables(database) ? .used : .empty
    }

    private static func source(in database: any SQLDatabase) async throws -> [UInt8]? {
        try await database.read { reader in
            do {
                return try reader.queryOne("SELECT source FROM database_copy")?["source"]
            } catch StorageError.statement {
                // There is no such table.
                return nil
            }
        }
    }

    private static func hasTables(_ database: any SQLDatabase) async throws -> Bool {
        do {
            return try await Migrator(Migrations.all).version(of: database) > 0
        } catch is MigrationError {
            // They are those of another release.
            return true
        }
    }

    /// Makes the tables of an empty database and the record of a copy; the tables are those of this program.
    ///
    /// A database with a record of the same source stays as it is: the transaction may be run twice.
    ///
    /// - Returns: whether the copy may go on; it may not if the database is used, or has a part of another copy.
    /// - Throws: ``MigrationError`` or ``StorageError``.
    package static func begin(from source: [UInt8], in database: any SQLDatabase) async throws -> Bool {
        do {
            return try await database.write { connection in
                try connection.execute(
                    "CREATE TABLE IF NOT EXISTS database_copy (source BLOB NOT NULL PRIMARY KEY)")
                if let row = try connection.queryOne("SELECT source FROM database_copy") {
                    return try row["source"] == source
                }
                guard try Migrator(Migrations.all).migrate(in: connection).count == Migrations.all.count else {
                    throw UsedDatabase()
                }
                // Some migrations add rows, which the source has in another state.
                for name in Migrations.tables { try connection.execute(SQL("DELETE FROM \(name)", [])) }
                try connection.execute("INSERT INTO database_copy (source) VALUES (\(source))")
                return true
            }
        } catch is UsedDatabase {
            return false
        }
    }

    /// The end of a transaction on a database that has tables already.
    private struct UsedDatabase: Error {}

    /// Ends a copy as a part of the transaction that adds the keys.
    ///
    /// - Throws: ``StorageError``.
    package static func end(in connection: any SQLConnection) throws {
        try connection.execute("DROP TABLE IF EXISTS database_copy")
    }
}
