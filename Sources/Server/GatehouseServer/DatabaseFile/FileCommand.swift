// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The commands that have a meaning for a database in a file only.
enum FileCommand: String, CaseIterable {
    case backup
    case restore
    case compact

    /// What the operator of a database server uses instead.
    var substitute: String {
        switch self {
        case .backup:
            "Use pg_dump for the state of one moment, or pg_basebackup with archived WAL for every moment, and keep the "
                + "master key apart from the copy."
        case .restore:
            "Stop all nodes, put the copy into an empty database (with psql if pg_dump wrote it as text, with pg_restore "
                + "in every other form), name that database in GATEHOUSE_DATABASE_URL, and start the nodes."
        case .compact:
            "The server uses free space again by itself (autovacuum); VACUUM FULL gives it back, and locks each table "
                + "meanwhile."
        }
    }
}

extension ServerConfiguration {
    /// Refuses a command for files where the database is on a server.
    /// - Throws: `StartupRefusal` with what to use instead.
    func requireDatabaseFile(for command: FileCommand) throws(StartupRefusal) {
        guard databaseServer != nil else { return }
        throw StartupRefusal(
            .usage,
            "gatehouse \(command.rawValue) is for a database in a data folder, and GATEHOUSE_DATABASE_URL names one on a "
                + "server. \(command.substitute) docs/several-nodes.md describes it.")
    }
}
