// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration

/// The settings of a database on a PostgreSQL server, as they were given.
///
/// The address can contain a password, so a description shows nothing of it.
struct DatabaseServerSettings: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The address of the database.
    let url: String
    /// The most connections of this process; `nil` for the number that the driver chooses.
    let connections: Int?
    /// Whether statements are prepared once for each connection.
    let prepares: Bool

    var description: String { "a database on a server" }
    var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// Reads the settings; `nil` for a database in the data folder.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `database.url` | `GATEHOUSE_DATABASE_URL` | none: a file in the data folder |
    /// | `database.connections` | `GATEHOUSE_DATABASE_CONNECTIONS` | two for each processor |
    /// | `database.prepare` | `GATEHOUSE_DATABASE_PREPARE` | true |
    /// - Throws: `StartupRefusal` that names the setting; it never contains the password.
    init?(_ reader: ConfigReader) throws(StartupRefusal) {
        let connections = try reader.number(.databaseConnections, within: 1...1_000)
        let prepares = try reader.flag(.databasePrepare)
        guard let url = reader.text(.databaseURL) else {
            guard connections == nil, prepares == nil else {
                throw StartupRefusal(
                    .configuration,
                    "The settings \(Setting.databaseConnections) and \(Setting.databasePrepare) are for a database on a "
                        + "server: set GATEHOUSE_DATABASE_URL, or leave them out.")
            }
            return nil
        }
        self.init(url: url, connections: connections, prepares: prepares ?? true)
        try ServerOpening.requireAddress(self)
    }

    private init(url: String, connections: Int?, prepares: Bool) {
        self.url = url
        self.connections = connections
        self.prepares = prepares
    }
}
