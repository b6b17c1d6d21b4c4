// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage

/// Compares the schema of a database with the one that the migrations make.
///
/// A backup that was made by an attacker could contain triggers and views, which the server would run.
enum SchemaCheck {
    /// The differences, in words; empty for the schema of this release or of an earlier one.
    ///
    /// - Throws: `MigrationError` for the database of a later release, or `StorageError`.
    static func differences(of database: SQLiteDatabase, isBackup: Bool) async throws -> [String] {
        let present = try await database.schema()
        let table = isBackup ? SQLiteBackup.filesTable : nil
        let newest = try await reference(Migrations.all.count)
        // The table of migrations is only read if it is a table indeed.
        guard present.agrees(with: newest, onTable: Migrator.tableName) else {
            return present.differences(from: newest, allowing: table)
        }
        let version = try await Migrator(Migrations.all).version(of: database)
        return present.differences(
            from: version == Migrations.all.count ? newest : try await reference(version), allowing: table)
    }

    /// The schema that the first `version` migrations make.
    private static func reference(_ version: Int) async throws -> SQLiteSchema {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Array(Migrations.all.prefix(version))).migrate(database)
        return try await database.schema()
    }
}
