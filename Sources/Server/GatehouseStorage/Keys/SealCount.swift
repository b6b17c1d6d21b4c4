// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The number of seals that a master key has made for a purpose, or that are reserved for a process.
package struct SealCount: Sendable, Equatable {
    /// The id of the key.
    package let keyID: String
    /// The purpose of the sealed values.
    package let purpose: String
    /// The largest number of seals that have been made.
    package let number: Int
}

extension SQLReader {
    /// The numbers of seals by key and purpose, the largest of each key first.
    ///
    /// - Throws: ``StorageError``.
    package func sealCounts() throws -> [SealCount] {
        try query("SELECT key_id, purpose, reserved FROM seal_counts ORDER BY key_id, reserved DESC, purpose").map {
            SealCount(keyID: try $0["key_id"], purpose: try $0["purpose"], number: try $0["reserved"])
        }
    }
}

extension SQLConnection {
    /// Adds a number of seals to those of a key for a purpose; a negative number gives reserved seals back.
    ///
    /// - Throws: ``StorageError``.
    package func addSeals(_ number: Int, for purpose: String, under keyID: String) throws {
        try execute(
            """
            INSERT INTO seal_counts (key_id, purpose, reserved) VALUES (\(keyID), \(purpose), \(number))
            ON CONFLICT (key_id, purpose) DO UPDATE SET reserved = seal_counts.reserved + excluded.reserved
            """
        )
    }
}
