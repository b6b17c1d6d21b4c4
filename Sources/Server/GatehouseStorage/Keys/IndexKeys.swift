// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SQLReader {
    /// The sealed index keys, by the purposes of their keyed hashes.
    ///
    /// - Throws: ``StorageError``.
    package func indexKeys() throws -> [String: [UInt8]] {
        let rows = try query("SELECT purpose, sealed FROM index_keys").map { row in
            (try row["purpose"] as String, try row["sealed"] as [UInt8])
        }
        return Dictionary(rows) { first, _ in first }
    }
}

extension SQLConnection {
    /// Stores the sealed index key of a purpose that has none.
    ///
    /// - Throws: ``StorageError``.
    package func insertIndexKey(_ sealed: [UInt8], for purpose: String) throws {
        try execute("INSERT INTO index_keys (purpose, sealed) VALUES (\(purpose), \(sealed))")
    }

    /// Stores the sealed key of a purpose in place of the one that it has, if any.
    ///
    /// - Throws: ``StorageError``.
    package func replaceIndexKey(_ sealed: [UInt8], for purpose: String) throws {
        try execute(
            """
            INSERT INTO index_keys (purpose, sealed) VALUES (\(purpose), \(sealed))
            ON CONFLICT (purpose) DO UPDATE SET sealed = excluded.sealed
            """
        )
    }
}
