// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What the database knows of a master key; never the key itself.
package struct MasterKeyRecord: Sendable, Equatable {
    /// The id of the key in the key ring.
    package let id: String
    /// A word that the key has sealed, which shows whether a key of this id is this key.
    package let proof: [UInt8]
    /// Whether the server that started last has the key.
    package var isKnown: Bool
    /// The time from which the key has sealed; `nil` if it never has.
    package var sealsSince: Date?
    /// The time since which another key seals; `nil` for the current key, and for one that never sealed.
    ///
    /// An earlier time, of which everything that clients hold under the key has expired, ends these values before.
    package var sealedUntil: Date?
    /// The time since which no row of the database is sealed under the key.
    package var emptySince: Date?

    /// Creates the record of a key that has sealed nothing.
    package init(id: String, proof: [UInt8]) {
        self.id = id
        self.proof = proof
        isKnown = false
    }

    init(_ row: SQLRow) throws {
        id = try row["id"]
        proof = try row["proof"]
        isKnown = try row["known"]
        sealsSince = try row["seals_since"]
        sealedUntil = try row["sealed_until"]
        emptySince = try row["empty_since"]
    }
}

extension SQLReader {
    /// The records of all master keys, by ascending id.
    ///
    /// - Throws: ``StorageError``.
    package func masterKeys() throws -> [MasterKeyRecord] {
        try query(
            "SELECT id, proof, known, seals_since, sealed_until, empty_since FROM master_keys ORDER BY id"
        ).map(MasterKeyRecord.init)
    }
}

extension SQLConnection {
    /// Stores these records in place of all present ones.
    ///
    /// - Throws: ``StorageError``.
    package func replaceMasterKeys(by records: [MasterKeyRecord]) throws {
        try execute("DELETE FROM master_keys")
        for record in records {
            try execute(
                """
                INSERT INTO master_keys (id, proof, known, seals_since, sealed_until, empty_since)
                VALUES (\(record.id), \(record.proof), \(record.isKnown), \(record.sealsSince),
                    \(record.sealedUntil), \(record.emptySince))
                """
            )
        }
    }
}
