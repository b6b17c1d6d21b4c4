// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage

/// The keys of an installation: the master keys, and the index keys that the database keeps under them.
struct InstallationKeys {
    let ring: KeyRing
    let entropy: Entropy

    /// The index keys of a database and the epoch that its last reset has begun, opened.
    struct Stored: Sendable {
        fileprivate let index: IndexKeys
        fileprivate let epoch: [UInt8]

        /// Begins the epoch of a sealer, and gives it the index keys.
        func complete(_ sealer: Sealer) -> Sealer {
            sealer.epoch.begin(epoch)
            return sealer.with(index)
        }
    }

    /// Opens the index keys of a migrated database, and adds those that it lacks.
    ///
    /// A new database gets random keys. One of an earlier release, which has none, gets those that the release derived
    /// from the oldest master key, so that what it has hashed stays valid.
    /// - Throws: `StartupRefusal` when they cannot be opened, read or stored.
    func sealer(of database: any SQLDatabase, isNew: Bool) async throws(StartupRefusal) -> Sealer {
        let sealer = Sealer(ring: ring, entropy: entropy)
        do {
            let opened = try await database.write { connection in
                try stored(in: connection, isNew: isNew, by: sealer)
            }
            return opened.complete(sealer)
        } catch let error as SealingError {
            throw Self.refusal(of: error)
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The index keys in the database cannot be read or stored: \(error). \(Cure.text(for: error))")
        }
    }

    /// Opens the index keys of a database as a part of a transaction, and adds those that it lacks.
    /// - Throws: `SealingError` when they cannot be opened, or `StorageError`.
    func stored(in connection: any SQLConnection, isNew: Bool, by sealer: Sealer) throws -> Stored {
        let (random, derived) = (IndexKeys.random(entropy), IndexKeys.derived(from: ring.oldest))
        let sealed = try connection.indexKeys()
        let stored = try Self.open(sealed, with: sealer)
        let keys = (stored.isEmpty && !isNew ? derived : random).replaced(by: stored)
        for purpose in HashPurpose.allCases where stored[purpose] == nil {
            let sealed = sealer.seal(
                keys.bytes(for: purpose), purpose: .indexKey, context: Array(purpose.rawValue.utf8))
            try connection.insertIndexKey(sealed, for: purpose.rawValue)
        }
        return Stored(index: keys, epoch: try Self.epoch(in: sealed, with: sealer))
    }

    /// The refusal of a database whose index keys these master keys do not open.
    static func refusal(of error: SealingError) -> StartupRefusal {
        StartupRefusal(
            .configuration,
            "The index keys in the database cannot be opened (\(error)): set GATEHOUSE_MASTER_KEY or "
                + "GATEHOUSE_MASTER_KEY_FILE to the key that sealed this database, or restore a backup.")
    }

    /// The value of the epoch that the last reset has begun; empty before the first one.
    private static func epoch(in sealed: [String: [UInt8]], with sealer: Sealer) throws(SealingError) -> [UInt8] {
        guard let value = sealed[SealEpoch.name] else { return [] }
        return try sealer.open(value, purpose: .indexKey, context: Array(SealEpoch.name.utf8))
    }

    /// The value of a new epoch, and its sealed form for the database.
    static func newEpoch(_ entropy: Entropy, by sealer: Sealer) -> (value: [UInt8], sealed: [UInt8]) {
        let value = entropy.bytes(SealEpoch.byteCount)
        return (value, sealer.seal(value, purpose: .indexKey, context: Array(SealEpoch.name.utf8)))
    }

    /// Opens the keys of the purposes that this release knows; a later one may have stored others.
    private static func open(
        _ sealed: [String: [UInt8]], with sealer: Sealer
    ) throws(SealingError) -> [HashPurpose: [UInt8]] {
        var keys: [HashPurpose: [UInt8]] = [:]
        for purpose in HashPurpose.allCases {
            guard let sealed = sealed[purpose.rawValue] else { continue }
            let key = try sealer.open(sealed, purpose: .indexKey, context: Array(purpose.rawValue.utf8))
            guard key.count == IndexKeys.byteCount else { throw .malformed }
            keys[purpose] = key
        }
        return keys
    }
}
