// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage

extension NodeRecord {
    /// Stores the record of a node that starts, and the keys that it has, as a part of a transaction.
    ///
    /// `isNew` is whether the database has just got its first schema, and `address` is its address for people.
    /// - Returns: the record as it is stored, with the key that the node seals with first.
    /// - Throws: `StartupRefusal` with the corrective action, or `StorageError`.
    func joining(
        _ connection: any SQLConnection, with keys: InstallationKeys, isNew: Bool, time: DatabaseTime, clock: WallClock,
        address: String
    ) throws -> NodeRecord {
        let nodeClock = try NodeClock(connection, time, clock)
        let others = try connection.runningNodes(at: nodeClock.time).filter { other in other.id != id }
        try requireCompany(others, on: address)
        var joined = self
        joined.clockOffset = nodeClock.offset
        joined.lastSeen = nodeClock.time
        joined.sealingKeyID = try keys.join(in: connection, beside: others, isNew: isNew, at: nodeClock.time)
        try connection.store(joined)
        return joined
    }

    /// Checks that a server for development is alone on its database.
    private func requireCompany(_ others: [NodeRecord], on address: String) throws(StartupRefusal) {
        guard let other = others.first(where: { $0.isForDevelopment || isForDevelopment }) else { return }
        throw StartupRefusal(
            .unavailable,
            "gatehouse dev is for one process on a database, and \(other.name) uses \(address): stop that process, or name "
                + "another schema with schema=NAME in GATEHOUSE_DATABASE_URL. A process that has died counts for "
                + "\(Int(NodeRecord.life)) seconds.")
    }
}
