// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Migrates a database to the program's schema, before the program serves requests.
///
/// It never reverts a migration.
package struct Migrator: Sendable {
    /// The name of the table with the migrations that were applied.
    package static let tableName = "schema_migrations"

    private let migrations: [Migration]

    /// - Parameter migrations: all migrations ever released, versions 1, 2, 3, … in this order.
    package init(_ migrations: [Migration]) {
        precondition(migrations.map(\.version) == Array(1..<(migrations.count + 1)), "versions run from 1 without gaps")
        self.migrations = migrations
    }

    /// Applies the missing migrations, all in one transaction.
    ///
    /// - Returns: the versions that were applied now.
    /// - Throws: ``MigrationError``, or ``StorageError`` when the database cannot be used at all.
    @discardableResult
    package func migrate(_ database: any SQLDatabase) async throws -> [Int] {
        try await database.write { connection in try migrate(in: connection) }
    }

    /// Applies the missing migrations as a part of a transaction.
    ///
    /// Where several processes can start on one database, the caller has made the others wait.
    ///
    /// - Returns: the versions that were applied now.
    /// - Throws: ``MigrationError``, or ``StorageError`` when the database cannot be used at all.
    @discardableResult
    package func migrate(in connection: any SQLConnection) throws -> [Int] {
        try connection.execute(Self.record)
        let applied = try connection.query("SELECT version, checksum FROM schema_migrations ORDER BY version")
        try check(applied)
        let missing = migrations.dropFirst(applied.count)
        for migration in missing { try apply(migration, to: connection) }
        return missing.map(\.version)
    }

    /// The version of the last migration that was applied, 0 without any; the database is not changed.
    ///
    /// - Throws: ``MigrationError`` when the database cannot be migrated to this program's schema, or ``StorageError``.
    package func version(of database: any SQLDatabase) async throws -> Int {
        try await database.read { reader in
            let applied: [SQLRow]
            do {
                applied = try reader.query("SELECT version, checksum FROM schema_migrations ORDER BY version")
            } catch StorageError.statement {
                // There is no such table.
                return 0
            }
            try check(applied)
            return try applied.last.map { row in try row["version"] } ?? 0
        }
    }

    private static let record: SQL = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            version BIGINT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            checksum BIGINT NOT NULL
        )
        """

    private func check(_ applied: [SQLRow]) throws {
        let versions = try applied.map { row in try row["version"] as Int }
        if let newest = versions.last, newest > migrations.count {
            throw MigrationError.newerDatabase(version: newest, known: migrations.count)
        }
        for (migration, row) in zip(migrations, applied) {
            guard try row["version"] == migration.version else { throw MigrationError.gap(missing: migration.version) }
            guard try row["checksum"] == migration.checksum else {
                throw MigrationError.changed(version: migration.version, name: migration.name)
            }
        }
    }

    private func apply(_ migration: Migration, to connection: any SQLConnection) throws {
        do {
            for statement in migration.statements { try connection.execute(statement) }
        } catch let error as StorageError {
            throw MigrationError.failed(version: migration.version, error)
        }
        try connection.execute(
            """
            INSERT INTO schema_migrations (version, name, checksum)
            VALUES (\(migration.version), \(migration.name), \(migration.checksum))
            """
        )
    }
}

/// The reason why a database cannot be migrated to this program's schema.
///
/// The database is unchanged.
package enum MigrationError: Error, Equatable {
    /// The database has been used by a later program.
    case newerDatabase(version: Int, known: Int)
    /// A migration that was applied differs from the program's migration of the same number.
    case changed(version: Int, name: String)
    /// An earlier migration is missing from the database though a later one was applied.
    case gap(missing: Int)
    /// A statement of a migration failed.
    case failed(version: Int, StorageError)
}

extension MigrationError: CustomStringConvertible {
    /// The problem and the corrective action.
    package var description: String {
        switch self {
        case .newerDatabase(let version, let known):
            """
            The database has schema \(version), this program knows schemas up to \(known). \
            Run the release that last used this database, or a later one, or restore a backup made before that.
            """
        case .changed(let version, let name):
            """
            Migration \(version) (\(name)) of this database differs from the one in this program. \
            Run an official release, or restore a backup made by one.
            """
        case .gap(let missing):
            """
            Migration \(missing) is missing from this database though a later one was applied. \
            Restore a backup: the table of migrations has been altered.
            """
        case .failed(let version, let error):
            """
            Migration \(version) failed and was undone: \(error). \
            Remove the cause and start again; the database is as it was before.
            """
        }
    }
}
