// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage

/// The database in memory that a new server of a test has: the tables of the program without rows.
///
/// Migrating takes a tenth of a second or more in a debug build, and a test suite makes a server for each test. So one
/// database is migrated for the process, and the servers have copies of it.
enum EmptyDatabase {
    private static let migrated: Task<SQLiteDatabase, any Error> = Task.detached {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        return database
    }

    /// Returns a new copy.
    /// - Throws: when the database cannot be made or copied.
    static func copy() async throws -> SQLiteDatabase {
        try await migrated.value.inMemoryCopy()
    }
}
