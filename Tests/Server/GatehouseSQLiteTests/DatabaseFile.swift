// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTestSupport

/// A new database in a file, with a table of things.
struct DatabaseFile {
    let folder: TemporaryFolder
    let database: SQLiteDatabase
    /// The path of the database.
    let path: String

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path("gatehouse.db")
        database = try SQLiteDatabase(path: path)
        try await database.write { connection in
            try connection.execute("CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, content BLOB)")
        }
    }

    /// Adds things of some bytes in one transaction.
    func add(_ ids: Range<Int>, bytes: Int = 8_000) async throws {
        let content = [UInt8](repeating: 7, count: bytes)
        try await database.write { connection in
            for id in ids {
                try connection.execute("INSERT INTO things (id, content) VALUES (\(id), \(content))")
            }
        }
    }
}
