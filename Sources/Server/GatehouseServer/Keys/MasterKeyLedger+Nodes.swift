// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage

/// The master keys of several nodes.
///
/// A node opens with all keys of its key ring. All nodes seal with one key, and a new key seals only after every node that
/// runs has it as the last one of its key ring: so nodes can be restarted one after another with a longer key ring, and
/// each can open what any other seals.
extension MasterKeyLedger {
    /// The id of the key that seals; `nil` for a database that has no records yet.
    var currentID: String? {
        records.first { record in record.sealsSince != nil && record.sealedUntil == nil }?.id
    }

    /// Records the keys of a node that starts beside others.
    ///
    /// Keys that are not needed any more are forgotten when no node has their line.
    mutating func join(_ ring: KeyRing, beside others: [NodeRecord], at now: Date, proof: (SealingKey) -> [UInt8]) {
        for key in ring.keys where !records.contains(where: { $0.id == key.id }) {
            add(MasterKeyRecord(id: key.id, proof: proof(key)))
        }
        let ids = Set(ring.keys.map(\.id))
        let held = others.reduce(into: ids) { held, node in held.formUnion(node.keyIDs) }
        remove { record in !held.contains(record.id) && !record.isNeeded(at: now) }
        know(others.reduce(ids) { common, node in common.intersection(node.keyIDs) })
        adopt(ring.current.id, of: others, at: now)
    }

    /// Lets a key seal if all nodes have it and want it; otherwise it opens and does not seal.
    /// - Returns: whether the key has become the one that seals.
    @discardableResult
    mutating func adopt(_ id: String, of nodes: [NodeRecord], at now: Date) -> Bool {
        let isWanted = nodes.allSatisfy { node in node.wantedKeyID == id && node.keyIDs.contains(id) }
        guard isWanted, currentID != id else { return false }
        // A node follows with its next look, and one that was not seen for so long writes nothing.
        return choose(id, at: now, endingOthersAt: now.addingTimeInterval(NodeRecord.life))
    }
}

extension InstallationKeys {
    /// Records these keys for a node that starts beside others, as a part of a transaction.
    /// - Returns: the id of the key with which the node seals first.
    /// - Throws: `StartupRefusal` with the corrective action, or `StorageError`.
    func join(
        in connection: any SQLConnection, beside others: [NodeRecord], isNew: Bool, at now: Date
    ) throws -> String {
        if others.isEmpty {
            try adopt(in: connection, isNew: isNew, at: now)
            return ring.current.id
        }
        var ledger = MasterKeyLedger(records: try connection.masterKeys())
        try ledger.check(ring, at: now)
        let former = ledger.records
        ledger.join(ring, beside: others, at: now) { key in MasterKeyCheck.proof(of: key, entropy: entropy) }
        if ledger.records != former { try connection.replaceMasterKeys(by: ledger.records) }
        return ledger.currentID ?? ring.current.id
    }

    /// Lets a key of these seal if all nodes have it and want it, as a part of a transaction.
    /// - Returns: whether the key has become the one that seals.
    /// - Throws: `StorageError`.
    func adopt(
        _ id: String, of nodes: [NodeRecord], in connection: any SQLConnection, at now: Date
    ) throws -> Bool {
        var ledger = MasterKeyLedger(records: try connection.masterKeys())
        guard ledger.adopt(id, of: nodes, at: now) else { return false }
        try connection.replaceMasterKeys(by: ledger.records)
        return true
    }
}
