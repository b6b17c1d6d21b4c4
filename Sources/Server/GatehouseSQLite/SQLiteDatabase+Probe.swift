// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

extension SQLiteDatabase {
    /// Reads from the database, and commits a write, which changes the state number in the header only.
    /// - Returns: the new state number, which is on disk now.
    /// - Throws: ``GatehouseStorage/StorageError`` or `CancellationError`.
    @discardableResult
    package func probe() async throws -> Int32? {
        _ = try await read { reader in try reader.query("SELECT COUNT(*) AS tables FROM sqlite_master") }
        return try await write { connection in try (connection as? SQLiteConnection)?.advanceState() }
    }
}
