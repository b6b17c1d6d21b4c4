// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport
import Testing

@Suite(.ownThread, .hangLimit)
struct CrashTests {
    @Test func `every acknowledged write survives kill -9`() async throws {
        let folder = try TemporaryFolder()
        let writer = try AcknowledgingProcess("StorageCrashWriter", [folder.path("gatehouse.db")])
        let acknowledged = writer.killed(afterAcknowledgements: 500)
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        let kept = try await database.read { reader in
            try reader.query("SELECT id FROM acknowledged").map { row in try row[0] as Int }
        }
        #expect(acknowledged.count >= 500)
        #expect(Set(acknowledged).subtracting(kept).isEmpty)
    }
}
