// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools

/// Reads and writes inside a transaction.
///
/// Nothing is cached, because the changes may be rolled back.
struct IdentityPoolWriter: SQLIdentityPoolReading, IdentityPoolWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }

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
}
