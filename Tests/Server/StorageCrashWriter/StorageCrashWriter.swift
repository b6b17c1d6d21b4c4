// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage

/// Writes rows until it is killed, and prints each row's id once the write has returned.
///
/// The crash test runs it.
@main
struct StorageCrashWriter {
    static func main() async throws {
        let database = try SQLiteDatabase(path: CommandLine.arguments[1])
        try await database.write { connection in
            try connection.execute("CREATE TABLE acknowledged (id BIGINT NOT NULL PRIMARY KEY)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<8 { group.addTask { try await writeWithoutEnd(to: database, lane: lane) } }
            try await group.waitForAll()
        }
    }

    private static func writeWithoutEnd(to database: SQLiteDatabase, lane: Int) async throws {
        for id in sequence(first: lane, next: { id in id + 8 }) {
            try await database.write { connection in
                try connection.execute("INSERT INTO acknowledged (id) VALUES (\(id))")
            }
            try FileHandle.standardOutput.write(contentsOf: Data("\(id)\n".utf8))
        }
    }
}
