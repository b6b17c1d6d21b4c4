// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage

/// Which master keys a database needs, by the records that it keeps of them.
struct MasterKeyLedger {
    /// The records, by ascending id.
    private(set) var records: [MasterKeyRecord]

    /// Whether the server that started last seals with the key of this id.
    func isCurrent(_ id: String) -> Bool {
        records.contains { $0.id == id && $0.isKnown && $0.sealsSince != nil && $0.sealedUntil == nil }
    }

    /// Whether the database was sealed under keys of this key ring; a database of an early release does not say so.
    func accepts(_ ring: KeyRing, at now: Date) -> Bool {
        guard (try? check(ring, at: now)) != nil else { return false }
        return records.contains { record in
            record.sealsSince != nil && ring.keys.contains { $0.id == record.id }
        }
    }

    /// Checks that the key ring has every key that is needed, and no other key under the id of one.
    /// - Throws: `StartupRefusal` with the corrective action.
    func check(_ ring: KeyRing, at now: Date) throws(StartupRefusal) {
        for record in records {
            if let key = ring.keys.first(where: { $0.id == record.id }) {
                guard MasterKeyCheck.isProof(record.proof, of: key) else {
                    throw StartupRefusal(
                        .configuration,
                        "The master key \(record.id) is not the one that sealed this database under that id: set the "
                            + "one that did. A further key needs another id.")
                }
            } else if record.isNeeded(at: now) {
                throw StartupRefusal(.configuration, Self.missing(record))
            }
        }
    }

    private static func missing(_ record: MasterKeyRecord) -> String {
        let line = "The master key \(record.id) is missing from the key ring, although"
        let cure = "add its line to GATEHOUSE_MASTER_KEY, or to the file of GATEHOUSE_MASTER_KEY_FILE, again"
        guard let end = record.removableFrom else {
            return "\(line) values of this database are sealed under it: \(cure). It may be removed after "
                + "gatehouse rotate-master-key."
        }
        return "\(line) clients may hold values under it until \(end.formatted(.iso8601)): \(cure), until then."
    }

    /// Records the keys of a server that starts: from now on it seals with the current one.
    ///
    /// A database of an earlier release has no records, and each of its keys may have sealed values. Keys that are no
    /// longer needed are forgotten when their line is gone.
    mutating func adopt(_ ring: KeyRing, isNew: Bool, at now: Date, proof: (SealingKey) -> [UInt8]) {
        let isFirst = records.isEmpty && !isNew
        records = ring.keys.map { key in
            var record = records.first { $0.id == key.id } ?? MasterKeyRecord(id: key.id, proof: proof(key))
            record.isKnown = true
            if key.id == ring.current.id {
                record.sealsSince = record.sealsSince ?? now
                record.sealedUntil = nil
                record.emptySince = nil
            } else if isFirst || record.sealsSince != nil {
                record.sealsSince = record.sealsSince ?? now
                record.sealedUntil = record.sealedUntil ?? now
            }
            return record
        }.sorted { $0.id < $1.id }
    }

    /// Adds the record of a key that has none.
    mutating func add(_ record: MasterKeyRecord) {
        records.append(record)
        records.sort { $0.id < $1.id }
    }

    /// Forgets the records for which the condition is true.
    mutating func remove(where isForgotten: (MasterKeyRecord) -> Bool) {
        records.removeAll(where: isForgotten)
    }

    /// Records that all servers have the keys with these ids, and no other ones.
    mutating func know(_ ids: Set<String>) {
        for index in records.indices { records[index].isKnown = ids.contains(records[index].id) }
    }

    /// Records that a key seals from now on, and the others until `end`.
    /// - Returns: whether there is a record of the key.
    mutating func choose(_ id: String, at now: Date, endingOthersAt end: Date) -> Bool {
        guard let chosen = records.firstIndex(where: { $0.id == id }) else { return false }
        for index in records.indices where index != chosen && records[index].sealsSince != nil {
            records[index].sealedUntil = records[index].sealedUntil ?? end
        }
        records[chosen].isKnown = true
        records[chosen].sealsSince = records[chosen].sealsSince ?? now
        records[chosen].sealedUntil = nil
        records[chosen].emptySince = nil
        return true
    }

    /// Records that no row is sealed under other keys than the current one and those with these ids.
    mutating func empty(except ids: Set<String>, at now: Date) {
        for index in records.indices where records[index].sealedUntil != nil && !ids.contains(records[index].id) {
            records[index].emptySince = records[index].emptySince ?? now
        }
    }
}

extension MasterKeyLedger {
    /// Lets the lines of keys under which no row is sealed be removed at once: what clients hold under them ends with
    /// their lines.
    mutating func endSessions(at now: Date) {
        let end = now.addingTimeInterval(-SealPurpose.longestLife)
        for index in records.indices where records[index].emptySince != nil {
            records[index].sealedUntil = records[index].sealedUntil.map { min($0, end) }
        }
    }
}

extension MasterKeyRecord {
    /// The time from which the key's line may be removed; `nil` while it is the current key, or rows are sealed under
    /// it.
    var removableFrom: Date? {
        guard let sealedUntil, emptySince != nil else { return nil }
        return sealedUntil.addingTimeInterval(SealPurpose.longestLife)
    }

    /// Whether values that are used may be sealed under the key.
    func isNeeded(at now: Date) -> Bool {
        guard sealsSince != nil else { return false }
        return removableFrom.map { now < $0 } ?? true
    }
}

extension InstallationKeys {
    /// Checks that no key that the database needs is missing or another one.
    /// - Throws: `StartupRefusal` with the corrective action.
    func requireNeeded(by database: any SQLDatabase, at now: Date) async throws(StartupRefusal) {
        try await translating {
            try await database.read { [ring] reader in
                try MasterKeyLedger(records: try reader.masterKeys()).check(ring, at: now)
            }
        }
    }

    /// Whether the database's records say that it was sealed under these keys.
    /// - Throws: `StartupRefusal` when the database cannot be read.
    func isRecorded(in database: any SQLDatabase, at now: Date) async throws(StartupRefusal) -> Bool {
        try await translating {
            try await database.read { [ring] reader in
                MasterKeyLedger(records: try reader.masterKeys()).accepts(ring, at: now)
            }
        }
    }

    /// Whether the server that started last seals with this key ring's current key.
    /// - Throws: `StartupRefusal` when the database cannot be read.
    func isAdopted(in database: any SQLDatabase) async throws(StartupRefusal) -> Bool {
        try await translating {
            try await database.read { [ring] reader in
                MasterKeyLedger(records: try reader.masterKeys()).isCurrent(ring.current.id)
            }
        }
    }

    /// Records these keys before anything is sealed under the current one; the caller holds the lock of the folder.
    /// - Throws: `StartupRefusal` with the corrective action.
    func adopt(in database: any SQLDatabase, isNew: Bool, at now: Date) async throws(StartupRefusal) {
        try await translating {
            try await database.write { connection in try adopt(in: connection, isNew: isNew, at: now) }
        }
    }

    /// Records these keys as a part of a transaction, before anything is sealed under the current one.
    /// - Throws: `StartupRefusal` with the corrective action, or `StorageError`.
    func adopt(in connection: any SQLConnection, isNew: Bool, at now: Date) throws {
        var ledger = MasterKeyLedger(records: try connection.masterKeys())
        try ledger.check(ring, at: now)
        let former = ledger.records
        ledger.adopt(ring, isNew: isNew, at: now) { key in MasterKeyCheck.proof(of: key, entropy: entropy) }
        if ledger.records != former { try connection.replaceMasterKeys(by: ledger.records) }
    }

    /// Records, at the end of a rotation, the keys under which no row is sealed any more.
    ///
    /// `ids` are keys under which there are values all the same. With `endingSessions`, what clients hold under the
    /// others need not stay valid.
    /// - Returns: the records of all keys.
    /// - Throws: `StartupRefusal` with the corrective action.
    func recordEmpty(
        in database: any SQLDatabase, except ids: Set<String>, endingSessions: Bool, at now: Date
    ) async throws(StartupRefusal) -> [MasterKeyRecord] {
        try await translating {
            try await database.write { [ring] connection in
                var ledger = MasterKeyLedger(records: try connection.masterKeys())
                guard ledger.isCurrent(ring.current.id) else {
                    throw StartupRefusal(
                        .unavailable,
                        "Another master key has become the current one during the rotation: run the command again.")
                }
                ledger.empty(except: ids, at: now)
                if endingSessions { ledger.endSessions(at: now) }
                try connection.replaceMasterKeys(by: ledger.records)
                return ledger.records
            }
        }
    }

    private func translating<Value>(_ body: () async throws -> Value) async throws(StartupRefusal) -> Value {
        do {
            return try await body()
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch {
            throw StartupRefusal(
                .unavailable, "The records of master keys cannot be read or stored: \(error). \(Cure.text(for: error))")
        }
    }
}
