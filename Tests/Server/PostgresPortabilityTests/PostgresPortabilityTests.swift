// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage
import GatehouseTestSupport
import Testing

/// libpq's connection string of a PostgreSQL for tests, which `Scripts/with-postgres.sh` starts.
private let parameters = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

/// Runs every migration and every statement of the stores on a real PostgreSQL.
@Suite(
    .ownThread, .serialized, .hangLimit,
    .enabled(if: parameters != nil, "Scripts/with-postgres.sh starts PostgreSQL")
)
struct PostgresPortabilityTests {
    @Test(arguments: StoreContract.everyStatement)
    func `every statement runs on PostgreSQL as on SQLite`(_ rule: StoreContractRule) async throws {
        try await rule.check(Self.database())
    }

    @Test func `a statement that only SQLite accepts is refused`() async throws {
        let database = try Self.database()
        await #expect(throws: StorageError.self) {
            try await database.write { connection in
                try connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT)")
            }
        }
        await #expect(throws: StorageError.self) {
            try await database.read { reader in try reader.query("SELECT ifnull(\(1), 2)") }
        }
    }

    private static func database() throws -> PostgresDatabase {
        try PostgresDatabase(#require(parameters), schema: "portability")
    }
}
