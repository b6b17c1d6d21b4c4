// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What the database knows of a master key; never the key itself.
package struct MasterKeyRecord: Sendable, Equatable {
    /// The id of the key in the key ring.
    package let id: String
    /// A word that the key has sealed; it shows whether another key of this id is this key.
    package let proof: [UInt8]
    /// Whether the server that started last has the key.
    package var isKnown: Bool
    /// The time from which the key has sealed; `nil` if it never has.
    package var sealsSince: Date?
    /// The time since which another key seals; `nil` for the current key, and for one that never sealed.
    ///
    /// A time so early that all values of clients under the key have expired ends these values at once.
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
    /// Adds a number of seals to the count of a key for a purpose; a negative number gives reserved seals back.
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

/// The tables of the installation's keys, which stay when everything else is removed.
enum KeysSchema {
    /// The names of the tables.
    static let tables: Set<String> = ["index_keys", "master_keys", "seal_counts"]

    /// The statements of the migration that creates the table of index keys.
    static let indexKeys: [SQL] = [
        "CREATE TABLE index_keys (purpose TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL)"
    ]

    /// The statements of the migration that creates the table of master keys, which has their ids and never the keys.
    ///
    /// `proof` is a word that the key has sealed. `known` is 1 for the keys of the server that started last. Times are
    /// milliseconds since 1970: the first one at which the key sealed, the one since which another key seals, and the
    /// one since which no row is sealed under it.
    static let masterKeys: [SQL] = [
        """
        CREATE TABLE master_keys (
            id TEXT NOT NULL PRIMARY KEY,
            proof BLOB NOT NULL,
            known BIGINT NOT NULL,
            seals_since BIGINT,
            sealed_until BIGINT,
            empty_since BIGINT
        )
        """
    ]

    /// The statements of the migration that creates the table of the numbers of seals, by key and purpose.
    static let sealCounts: [SQL] = [
        """
        CREATE TABLE seal_counts (
            key_id TEXT NOT NULL,
            purpose TEXT NOT NULL,
            reserved BIGINT NOT NULL,
            PRIMARY KEY (key_id, purpose)
        )
        """
    ]
}
