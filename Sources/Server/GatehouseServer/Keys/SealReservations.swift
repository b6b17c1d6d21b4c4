// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseStorage

/// Counts the seals of a process in the database, in blocks that are reserved before they are used.
///
/// No seal waits for a write. A process that ends in an orderly way gives back what it has not used; after any other end,
/// the rest of its blocks counts as used.
package actor SealReservations {
    /// The number of seals for one purpose up to which a master key may be used: with random nonces of 96 bits, AES-GCM
    /// is safe for 2^32 messages under one key (NIST SP 800-38D, section 8.3).
    static let bound = 1 << 32
    /// The number of seals from which the log says that the key is to be replaced.
    static let threshold = bound / 2

    private let database: any SQLDatabase
    private let sealer: Sealer
    private let block: Int
    /// The key for whose seals there are reservations, and the numbers of these seals.
    private var sealing: (keyID: String, counts: SealCounts)
    private var reserved: [SealPurpose: Int] = [:]

    /// Creates the reservations of a process that seals with `sealer`, in blocks of so many seals; nothing is reserved
    /// yet.
    package init(_ database: any SQLDatabase, for sealer: Sealer, block: Int = 1 << 20) {
        self.database = database
        self.sealer = sealer
        self.block = block
        sealing = sealer.sealing
    }

    /// Reserves further blocks for the purposes of which less than half a block is left, in one write if there are any.
    /// - Returns: the numbers that have reached the threshold, if blocks were reserved.
    /// - Throws: `StorageError`; the next call then reserves what is missing.
    func reserve() async throws -> [SealCount] {
        try await followKey()
        return try await add { [block] used, reserved in
            let missing = used + block / 2 - reserved
            return missing > 0 ? (missing + block - 1) / block * block : 0
        }.filter { count in count.number >= Self.threshold }
    }

    /// Counts exactly what was used, and gives the rest back.
    /// - Throws: `StorageError`; the rest then counts as used.
    func settle() async throws {
        try await followKey()
        _ = try await add { used, reserved in used - reserved }
    }

    /// Settles the seals of the former key, if the process has begun to seal under another one.
    private func followKey() async throws {
        let present = sealer.sealing
        guard present.keyID != sealing.keyID else { return }
        _ = try await add { used, reserved in used - reserved }
        sealing = present
        reserved = [:]
    }

    /// Changes the reserved numbers; returns the numbers of this key, or nothing if there was no change.
    private func add(_ change: (_ used: Int, _ reserved: Int) -> Int) async throws -> [SealCount] {
        var changes: [SealPurpose: Int] = [:]
        for purpose in SealPurpose.allCases {
            let number = change(sealing.counts[purpose], reserved[purpose] ?? 0)
            if number != 0 { changes[purpose] = number }
        }
        guard !changes.isEmpty else { return [] }
        let (numbers, keyID) = (changes, sealing.keyID)
        let counts = try await database.write { connection in
            for (purpose, number) in numbers {
                try connection.addSeals(number, for: purpose.rawValue, under: keyID)
            }
            return try connection.sealCounts().filter { count in count.keyID == keyID }
        }
        reserved.merge(changes) { reserved, number in reserved + number }
        return counts
    }
}
