// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
package import GatehouseStorage

/// The database that a new server of a test has: the tables of the program without rows.
///
/// It is in memory, or, if the environment variable `GATEHOUSEBUILD_DATABASE` is `postgresql`, a schema of the PostgreSQL
/// that `Scripts/with-postgres.sh` starts. The behaviour of the domains is the same on both.
package enum EmptyDatabase {
    /// Whether the tests run on PostgreSQL.
    ///
    /// A test that reads the schema of SQLite, or fills its disk, is disabled then.
    package static let isOnPostgres =
        ProcessInfo.processInfo.environment["GATEHOUSEBUILD_DATABASE"] == "postgresql"

    /// The database in memory that is migrated once for the process, and whose copies the servers have.
    ///
    /// Migrating takes a tenth of a second or more in a debug build, and a test suite makes a server for each test.
    private static let migrated: Task<SQLiteDatabase, any Error> = Task.detached {
        let database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        return database
    }

    /// Returns a new database.
    ///
    /// - Throws: when the database cannot be made.
    package static func make() async throws -> any SQLDatabase {
        if isOnPostgres { return try await LentSchema.lend() }
        return try await migrated.value.inMemoryCopy()
    }
}
