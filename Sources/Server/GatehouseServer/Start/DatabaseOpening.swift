// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage
import Logging

/// The port of the start: how a server or a command comes to an open database with the schema and the keys of this
/// program.
///
/// The data folder exists, and a server holds its lock. Each engine knows for itself what a first start is, where the
/// proof of the master key is, and what can be lost.
protocol DatabaseOpening {
    /// Supplies the keys; its argument is what is known about the database before its keys are, `nil` for a new one.
    typealias Keys = (KeyedDatabase?) throws(StartupRefusal) -> InstallationKeys
    /// Receives each step, after which the process may end.
    typealias Reach = (DataFolder.Step) throws(StartupRefusal) -> Void

    /// Opens the database for a server; a new one gets its schema and its keys.
    /// - Throws: `StartupRefusal` with the corrective action; the database is closed then.
    func open(keys: Keys, at now: Date, reach: Reach) async throws(StartupRefusal) -> OpenDatabase

    /// Opens an existing database for a command, beside servers that may run.
    /// - Throws: `StartupRefusal` with the corrective action, also for keys with which no server seals yet.
    func openForCommand(keys: Keys, at now: Date) async throws(StartupRefusal) -> OpenDatabase

    /// The names of the nodes that do not seal yet with the last key of the key ring of the settings, although other nodes
    /// have it: they are being restarted one after another.
    ///
    /// It is empty if no node has the key, or if all seal with it.
    /// - Throws: `StartupRefusal` with the corrective action.
    func nodesBefore() async throws(StartupRefusal) -> [String]
}

extension DatabaseOpening {
    /// No names: one process uses the database.
    func nodesBefore() async throws(StartupRefusal) -> [String] { [] }
}

/// A database that was opened, and what belongs to it.
struct OpenDatabase: Sendable {
    let database: any ServerDatabase
    let keys: InstallationKeys
    let sealer: Sealer
    /// How a server finds out whether the database can be used.
    let probe: DatabaseProbe
    /// The sealed word in a file beside the database; `nil` where the database itself has the proof of the key.
    var check: MasterKeyCheck?
    /// The pages of the log that the last server left without a proper end; 0 after a proper end.
    var leftPages = 0
    /// The other processes on the database.
    var nodes: any Nodes = OnlyNode()
}

/// How a server finds out whether its database can be used.
struct DatabaseProbe: Sendable {
    /// The time between two checks.
    let interval: Duration
    /// The time for which a successful check counts.
    let freshness: Duration
    /// Reads and writes the database, or throws the reason why that is impossible.
    let check: @Sendable () async throws -> Void
}

extension ServerConfiguration {
    /// The database that these settings name.
    func databaseOpening(
        clock: WallClock, entropy: Entropy, logger: Logger = .silent
    ) -> any DatabaseOpening {
        if let databaseServer {
            ServerOpening(self, databaseServer, clock: clock, entropy: entropy, logger: logger)
        } else {
            FileOpening(self, entropy: entropy)
        }
    }
}
