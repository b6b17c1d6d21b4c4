// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// How a transaction asks the database for its time.
///
/// The times of nodes and leases come from one clock, that of the database, because the clocks of nodes may differ.
package struct DatabaseTime: Sendable {
    private let read: @Sendable (any SQLReader) throws -> Date

    /// Creates the time of a database that `read` asks; tests use their own clock.
    package init(_ read: @escaping @Sendable (any SQLReader) throws -> Date) {
        self.read = read
    }

    /// The time of the server, and not that of the transaction's beginning: a body may have waited since.
    package static let server = DatabaseTime { reader in
        let statement: SQL = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS milliseconds"
        guard let row = try reader.queryOne(statement) else {
            throw StorageError.statement("the server does not tell its time")
        }
        return try row["milliseconds"]
    }

    /// The time of the database now.
    ///
    /// - Throws: ``StorageError``.
    package func now(_ reader: any SQLReader) throws -> Date { try read(reader) }
}

extension SQLReader {
    /// The release that has brought a schema; `nil` if the database does not say it.
    ///
    /// - Throws: ``StorageError``.
    package func release(ofSchema version: Int) throws -> String? {
        try queryOne("SELECT release_name FROM schema_releases WHERE version = \(version)").map { row in
            try row["release_name"]
        }
    }
}

extension SQLConnection {
    /// Stores which release has brought a schema, for programs that do not know the schema.
    ///
    /// - Throws: ``StorageError``.
    package func note(release: String, ofSchema version: Int) throws {
        try execute("DELETE FROM schema_releases WHERE version = \(version)")
        try execute("INSERT INTO schema_releases (version, release_name) VALUES (\(version), \(release))")
    }
}

/// The tables of the nodes on a database, which belong to the installation and not to its contents.
///
/// A database in a file has no rows in them, because one process uses it.
package enum NodesSchema {
    /// The names of the tables, whose rows mean nothing in another database.
    package static let tables: Set<String> = ["nodes", "leases", "schema_releases"]

    /// The statements of the migration that creates the tables; times are milliseconds since 1970 by the database's clock.
    static let statements: [SQL] = [
        """
        CREATE TABLE nodes (
            id TEXT NOT NULL PRIMARY KEY,
            run TEXT NOT NULL,
            name TEXT NOT NULL,
            version TEXT NOT NULL,
            development BIGINT NOT NULL,
            key_ids TEXT NOT NULL,
            wanted_key TEXT NOT NULL,
            sealing_key TEXT NOT NULL,
            clock_offset BIGINT NOT NULL,
            last_seen BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE leases (
            name TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            number BIGINT NOT NULL,
            held_until BIGINT NOT NULL
        )
        """,
        "CREATE TABLE schema_releases (version BIGINT NOT NULL PRIMARY KEY, release_name TEXT NOT NULL)",
    ]

    /// The statements of the migration that lets a node say its base URL; a node of an earlier release says none.
    static let baseURLs: [SQL] = ["ALTER TABLE nodes ADD COLUMN base_url TEXT"]
}
