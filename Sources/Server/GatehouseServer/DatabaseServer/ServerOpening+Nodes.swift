// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseOutput
import GatehousePostgres
import GatehouseServerCrypto
import GatehouseStorage

extension ServerOpening: DatabaseOpening {
    func open(keys: Keys, at now: Date, reach: Reach) async throws(StartupRefusal) -> OpenDatabase {
        let database = try await connect()
        do throws(StartupRefusal) {
            let found = try await find(in: database)
            try reach(.beginning)
            let keys = try keys(found)
            try reach(.key)
            let opened = try await join(database, keys)
            try reach(.indexKeys)
            try reach(.end)
            return opened
        } catch {
            try? database.close()
            throw error
        }
    }

    func openForCommand(keys: Keys, at now: Date) async throws(StartupRefusal) -> OpenDatabase {
        let database = try await connect()
        do throws(StartupRefusal) {
            guard let found = try await find(in: database) else { throw refusalOfEmpty }
            let prepared = try await prepare(database, try keys(found), for: nil, at: now)
            return OpenDatabase(
                database: database, keys: prepared.keys, sealer: prepared.sealer,
                probe: DatabaseProbe(interval: .seconds(1), freshness: .seconds(3)) { try await database.probe() })
        } catch {
            try? database.close()
            throw error
        }
    }

    func nodesBefore() async throws(StartupRefusal) -> [String] {
        let database = try await connect()
        defer { try? database.close() }
        do {
            guard let found = try await find(in: database),
                try await Migrator(Migrations.all).version(of: database) == Migrations.all.count
            else { return [] }
            let wanted = try ring(of: found).current.id
            let nodes = try await database.read { reader in
                try reader.runningNodes(at: DatabaseTime.server.now(reader))
            }
            guard nodes.contains(where: { $0.keyIDs.contains(wanted) }) else { return [] }
            return nodes.filter { $0.sealingKeyID != wanted }.map(\.name)
        } catch {
            throw refusal(error)
        }
    }
}

/// A database with its schema and its keys.
private struct PreparedDatabase: Sendable {
    let keys: InstallationKeys
    let sealer: Sealer
    /// The record that was stored for a node.
    let node: NodeRecord?
}

extension ServerOpening {
    /// Makes this process a node of the database.
    private func join(
        _ database: PostgresDatabase, _ keys: InstallationKeys
    ) async throws(StartupRefusal) -> OpenDatabase {
        let start = ContinuousClock.now
        let candidate = try self.candidate(keys.ring)
        let prepared = try await prepare(database, keys, for: candidate, at: clock.now)
        // Where requests wait for connections, the node must still be seen by the others.
        let own = try await connect(connections: 1)
        let node = DatabaseNode(
            prepared.node ?? candidate, seenAt: start, on: own, keys: keys, sealer: prepared.sealer, clock: clock,
            logger: logger, close: { try own.close() })
        return OpenDatabase(
            database: database, keys: keys, sealer: prepared.sealer,
            probe: DatabaseProbe(interval: .seconds(1), freshness: .seconds(3)) { try await node.check() },
            nodes: node)
    }

    /// The record of this process as it is before the first transaction.
    private func candidate(_ ring: KeyRing) throws(StartupRefusal) -> NodeRecord {
        NodeRecord(
            id: try NodeFile(folder: configuration.dataDirectory).id(entropy), run: NodeFile.newID(entropy),
            name: "\(ProcessInfo.processInfo.hostName):\(configuration.port)", version: Release.version,
            isForDevelopment: configuration.mode == .dev, baseURL: configuration.deployment.baseURL,
            keyIDs: ring.keys.map(\.id), wantedKeyID: ring.current.id, sealingKeyID: ring.current.id, clockOffset: 0,
            lastSeen: clock.now)
    }

    /// Gives the database its schema and its keys, and a node its record, all in one transaction: a start that was cut off
    /// has done nothing, and of nodes that start at once on an empty database one does everything and the others find it
    /// done.
    private func prepare(
        _ database: PostgresDatabase, _ keys: InstallationKeys, for node: NodeRecord?, at now: Date
    ) async throws(StartupRefusal) -> PreparedDatabase {
        do {
            let (stored, sealer, joined) = try await database.write { [address, clock] connection in
                let applied = try Migrator(Migrations.all).migrate(in: connection)
                if let version = applied.last { try connection.note(release: Release.version, ofSchema: version) }
                let isNew = applied.count == Migrations.all.count
                if !isNew { try Self.requireKeys(in: connection, of: address) }
                var joined = node
                if let node {
                    joined = try node.joining(
                        connection, with: keys, isNew: isNew, time: .server, clock: clock, address: address)
                } else {
                    try keys.requireAdopted(in: connection, at: now)
                }
                let ring = try KeyRing(keys: keys.ring.keys, current: joined?.sealingKeyID ?? keys.ring.current.id)
                let sealer = Sealer(ring: ring, entropy: keys.entropy)
                return (try keys.stored(in: connection, isNew: isNew, by: sealer), sealer, joined)
            }
            return PreparedDatabase(keys: keys, sealer: stored.complete(sealer), node: joined)
        } catch {
            throw refusal(error)
        }
    }

    /// Checks that tables that were there before have their keys: new ones would open nothing of what is stored.
    private static func requireKeys(in connection: any SQLConnection, of address: String) throws {
        guard try connection.masterKeys().isEmpty || connection.indexKeys().isEmpty else { return }
        throw StartupRefusal(
            .unavailable,
            "\(address) has tables, but not the keys that belong to them (master_keys, index_keys): put a complete copy "
                + "into an empty database, or name an empty schema with schema=NAME in GATEHOUSE_DATABASE_URL.")
    }
}

extension InstallationKeys {
    /// Checks, as a part of a transaction, that the nodes seal with the current one of these keys; without a node, they
    /// are recorded as by a node that starts.
    ///
    /// A command does not record its keys beside nodes: they could not open what it seals.
    /// - Throws: `StartupRefusal` with the corrective action, or `StorageError`.
    fileprivate func requireAdopted(in connection: any SQLConnection, at now: Date) throws {
        let ledger = MasterKeyLedger(records: try connection.masterKeys())
        try ledger.check(ring, at: now)
        guard !ledger.isCurrent(ring.current.id) else { return }
        let nodes = try connection.runningNodes(at: DatabaseTime.server.now(connection))
        guard !nodes.isEmpty else { return try adopt(in: connection, isNew: false, at: now) }
        throw StartupRefusal(
            .unavailable,
            "The servers on this database do not seal with the master key \(ring.current.id) yet "
                + "(\(nodes.map(\.name).joined(separator: ", "))): restart them with this key ring, whose last line is that "
                + "key; then run this command again.")
    }
}
