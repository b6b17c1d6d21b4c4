// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseIdentityPools

/// The store of identity pools in the tables of ``IdentityPoolsSchema``.
package typealias SQLIdentityPoolStore = SQLStore<any IdentityPoolReading, any IdentityPoolWriting>

extension SQLStore: IdentityPoolStore where Reading == any IdentityPoolReading, Writing == any IdentityPoolWriting {
    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        let (pools, entries) = (RevisionCache<IdentityPoolRecord>(), AccessCache())
        self.init(database) { sql in
            IdentityPoolReader(sql: sql, pools: pools, entries: entries)
        } writer: { connection in
            IdentityPoolWriter(connection: connection)
        }
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
struct IdentityPoolReader: SQLIdentityPoolReading {
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
struct IdentityPoolWriter: SQLIdentityPoolReading, IdentityPoolWriting {
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
