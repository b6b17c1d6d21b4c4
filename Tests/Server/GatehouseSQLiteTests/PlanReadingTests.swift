// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite struct PlanReadingTests {
    @Test func `a statement that goes through a whole table is noticed`() async throws {
        let database = ObservedDatabase.readingPlans(of: try SQLiteDatabase.inMemory())
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, name TEXT)")
            _ = try connection.query("SELECT name FROM things WHERE id = \(1)")
        }
        await #expect(throws: WholeTableScan.self) {
            try await database.write { connection in
                _ = try connection.query("SELECT id FROM things WHERE name = \("a")")
            }
        }
    }
}
