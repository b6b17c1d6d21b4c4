// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseSQLite
import GatehouseStorage

/// Holds the database's only writer inside a transaction while `body` runs, so that everything it starts has to wait.
func holdingTheWriter(of database: SQLiteDatabase, while body: () async throws -> Void) async throws {
    let release = DispatchSemaphore(value: 0)
    let (held, holding) = AsyncStream.makeStream(of: Void.self)
    async let holder: Void = database.write { _ in
        holding.finish()
        release.wait()
    }
    for await _ in held {}
    defer { release.signal() }
    try await body()
    release.signal()
    try await holder
}
