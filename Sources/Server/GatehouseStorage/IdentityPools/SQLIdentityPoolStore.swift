// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseIdentityPoolModel

/// The store of identity pools in the tables of ``IdentityPoolsSchema``.
package struct SQLIdentityPoolStore: IdentityPoolStore {
    private let database: any SQLDatabase
    private let pools = RevisionCache<IdentityPoolRecord>()
    private let entries = AccessCache()

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [pools, entries] sql in
            try body(IdentityPoolReader(sql: sql, pools: pools, entries: entries))
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any IdentityPoolWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in try body(IdentityPoolWriter(connection: connection)) }
    }
}

/// Reads rows by key.
protocol SQLIdentityPoolReading: IdentityPoolReading {
    var sql: any SQLReader { get }
}

extension SQLIdentityPoolReading {
    func identityPool(_ id: String) throws -> IdentityPoolRecord? {
        try IdentityPoolRow.find(sql, id: id)
    }

    func identityPools(inRegion region: String, after id: String?, limit: Int) throws -> [IdentityPoolRecord] {
        try IdentityPoolRow.list(sql, region: region, after: id, limit: limit)
    }

    func identityPools(after id: String?, limit: Int) throws -> [IdentityPoolRecord] {
        try IdentityPoolRow.list(sql, after: id, limit: limit)
    }

    func identity(_ id: String) throws -> IdentityRecord? {
        try IdentityRow.find(sql, id: id)
    }

    func identity(holding login: LinkedLogin, inPool poolID: String) throws -> IdentityRecord? {
        try IdentityRow.find(sql, holding: login, inPool: poolID)
    }

    func identities(inPool poolID: String, after id: String?, limit: Int) throws -> [IdentityRecord] {
        try IdentityRow.list(sql, poolID: poolID, after: id, limit: limit)
    }

    func identityTokenKeys() throws -> [IdentityTokenKeyRecord] {
        try IdentityTokenKeyRow.all(sql)
    }
}

/// Reads committed state; pools come from the cache if their revision is unchanged.
private struct IdentityPoolReader: SQLIdentityPoolReading {
    let sql: any SQLReader
    let pools: RevisionCache<IdentityPoolRecord>
    let entries: AccessCache

    var registry: any AccessReading { AccessReader(sql: sql, cache: entries) }

    func identityPool(_ id: String) throws -> IdentityPoolRecord? {
        try pools.record(id) {
            try IdentityPoolRow.revision(sql, id: id)
        } record: {
            try IdentityPoolRow.find(sql, id: id)
        }
    }
}

/// Reads and writes inside a transaction.
///
/// Nothing is cached, because the changes may be rolled back.
private struct IdentityPoolWriter: SQLIdentityPoolReading, IdentityPoolWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }
    var registry: any AccessReading { AccessWriter(connection: connection) }

    func insert(_ pool: IdentityPoolRecord) throws {
        try IdentityPoolRow.insert(connection, pool)
    }

    func update(_ pool: IdentityPoolRecord) throws {
        try IdentityPoolRow.update(connection, pool)
    }

    func deleteIdentityPool(_ id: String) throws {
        try connection.execute("DELETE FROM identity_logins WHERE pool_id = \(id)")
        try connection.execute("DELETE FROM identities WHERE pool_id = \(id)")
        try connection.execute("DELETE FROM identity_pools WHERE id = \(id)")
    }

    func insert(_ identity: IdentityRecord) throws {
        try IdentityRow.insert(connection, identity)
    }

    func update(_ identity: IdentityRecord) throws {
        try IdentityRow.update(connection, identity)
    }

    func deleteIdentity(_ id: String) throws {
        try connection.execute("DELETE FROM identity_logins WHERE identity_id = \(id)")
        try connection.execute("DELETE FROM identities WHERE id = \(id)")
    }

    func deleteUnusedGuests(before date: Date, limit: Int) throws -> Int {
        try IdentityRow.deleteUnused(connection, before: date, limit: limit)
    }

    func insert(_ key: IdentityTokenKeyRecord) throws {
        try IdentityTokenKeyRow.insert(connection, key)
    }

    func update(_ key: IdentityTokenKeyRecord) throws {
        try IdentityTokenKeyRow.update(connection, key)
    }

    func deleteIdentityTokenKeys(retiredBefore date: Date) throws {
        try IdentityTokenKeyRow.delete(connection, retiredBefore: date)
    }
}

/// The tables of identity pools.
///
/// The primary key of `identity_logins` links a login to one identity of a pool. Times are milliseconds since 1970.
enum IdentityPoolsSchema {
    /// The statements of the migration that creates the tables.
    static let statements: [SQL] = [
        """
        CREATE TABLE identity_pools (
            id TEXT NOT NULL PRIMARY KEY,
            region TEXT NOT NULL,
            revision BIGINT NOT NULL,
            description TEXT NOT NULL,
            roles TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX identity_pools_by_region ON identity_pools (region, id)",
        """
        CREATE TABLE identities (
            id TEXT NOT NULL PRIMARY KEY,
            pool_id TEXT NOT NULL,
            state TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            modified_at BIGINT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX identities_by_pool ON identities (pool_id, id)",
        """
        CREATE TABLE identity_logins (
            pool_id TEXT NOT NULL,
            provider TEXT NOT NULL,
            subject TEXT NOT NULL,
            identity_id TEXT NOT NULL,
            PRIMARY KEY (pool_id, provider, subject)
        )
        """,
        "CREATE INDEX identity_logins_by_identity ON identity_logins (identity_id)",
    ]

    /// The statements of the migration for identity tokens, principal tags and guests.
    ///
    /// `service_signing_keys` has the keys with which a service of the installation signs; user pools have theirs in
    /// `signing_keys`. `unused_since` is the creation of a guest that has never received credentials or a token.
    static let identityTokens: [SQL] = [
        """
        CREATE TABLE service_signing_keys (
            service TEXT NOT NULL,
            id TEXT NOT NULL,
            sealed_private_key BLOB NOT NULL,
            modulus TEXT NOT NULL,
            exponent TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            retired_at BIGINT,
            PRIMARY KEY (service, id)
        )
        """,
        "ALTER TABLE identity_pools ADD COLUMN principal_tags TEXT",
        "ALTER TABLE identities ADD COLUMN unused_since BIGINT",
        "CREATE INDEX identities_by_unused ON identities (unused_since)",
    ]
}
