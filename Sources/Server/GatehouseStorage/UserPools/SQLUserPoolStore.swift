// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseUserPoolModel

/// The store of user pools in the tables of ``UserPoolsSchema``.
///
/// Each store has a type of its own. A generic store for all of them would look up its type in each transaction.
package struct SQLUserPoolStore: UserPoolStore {
    private let database: any SQLDatabase
    private let caches = UserPoolCaches()

    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        self.database = database
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [caches] sql in try body(UserPoolReader(sql: sql, caches: caches)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { [caches] connection in
            try body(UserPoolWriter(connection: connection, caches: caches))
        }
    }
}

/// Reads rows by key.
///
/// The methods for each kind of record are in a separate file.
protocol SQLUserPoolReading: UserPoolReading {
    var sql: any SQLReader { get }
    var caches: UserPoolCaches { get }
}

extension SQLUserPoolReading {
    func rememberedPool(ofClient id: String) -> UserPoolRecord? {
        caches.clients.latest(id).flatMap { client in caches.pools.latest(client.poolID) }
    }

    func expect(_ records: @autoclosure () -> [ExpectedRecord]) {
        sql.expect(
            records().map { record in
                switch record {
                case .userPool(let id): UserPoolRow.revisionQuery(id)
                case .appClient(let id): AppClientRow.revisionQuery(id)
                case .user(let sub, let poolID): UserRow.query(sub, inPool: poolID)
                case .groups(let sub, let poolID, let limit):
                    GroupRow.query(ofUser: sub, inPool: poolID, after: nil, limit: limit)
                case .tokenFamily(let id, let poolID): TokenFamilyRow.query(id, inPool: poolID)
                case .refreshToken(let hash): RefreshTokenRow.query(hash)
                case .replacedTokens(let familyID, let poolID, let date, let limit):
                    RefreshTokenRow.replacedQuery(ofFamily: familyID, inPool: poolID, before: date, limit: limit)
                case .soughtUser(let sought): UserRow.query(sought)
                case .userNear(let sub, let poolID): UserRow.query(near: sub, inPool: poolID)
                case .groupsOfUserNear(let sub, let poolID, let limit):
                    GroupRow.query(ofUserNear: sub, inPool: poolID, limit: limit)
                case .device(let key, let sub, let poolID): DeviceRow.query(key, ofUser: sub, inPool: poolID)
                case .failedAttempts(let subject, let poolID): FailedAttemptsRow.query(on: subject, inPool: poolID)
                case .singleUseID(let id): UsedIDRow.query(id)
                }
            })
    }

    /// Whether a pool has at least `count` rows in a table; `key` is the column that identifies them.
    func has(_ count: Int, of table: SQLFragment, by key: SQLFragment = "id", inPool poolID: String) throws -> Bool {
        try sql.queryOne(
            "SELECT \(key) FROM \(table) WHERE pool_id = \(poolID) ORDER BY \(key) LIMIT 1 OFFSET \(count - 1)"
        ) != nil
    }
}

/// Reads committed state.
///
/// Pools, clients and signing keys, which most requests need, come from a cache if their revision is unchanged.
private struct UserPoolReader: SQLUserPoolReading {
    /// The pool whose revision was read last.
    ///
    /// A read sees one snapshot of the database, so the revision is the same for the pool and for its keys.
    private final class LastPool {
        var id: String?
        var revision: Int64?
    }

    let sql: any SQLReader
    let caches: UserPoolCaches
    private let lastPool = LastPool()

    init(sql: any SQLReader, caches: UserPoolCaches) {
        self.sql = sql
        self.caches = caches
    }

    func userPool(_ id: String) throws -> UserPoolRecord? {
        try caches.pools.record(
            id, revision: { try revision(ofPool: id) }, record: { try UserPoolRow.find(sql, id) })
    }

    func appClient(_ id: String) throws -> AppClientRecord? {
        // The pool is read next, and a client stays in its pool.
        expect(
            caches.clients.latest(id).map { client in [ExpectedRecord.appClient(id), .userPool(client.poolID)] } ?? [])
        return try caches.clients.record(
            id, revision: { try AppClientRow.revision(sql, id) }, record: { try AppClientRow.find(sql, id) })
    }

    func signingKeys(ofPool poolID: String) throws -> [SigningKeyRecord] {
        let known = try caches.signingKeys.record(
            poolID, revision: { try revision(ofPool: poolID) },
            record: { try SigningKeyRow.all(sql, ofPool: poolID) })
        return try known ?? SigningKeyRow.all(sql, ofPool: poolID)
    }

    private func revision(ofPool id: String) throws -> Int64? {
        if lastPool.id == id { return lastPool.revision }
        let revision = try UserPoolRow.revision(sql, id)
        (lastPool.id, lastPool.revision) = (id, revision)
        return revision
    }
}

/// Reads and writes inside a transaction.
///
/// Pools, clients and signing keys come from the cache if their revision is unchanged. Nothing is added to it, because
/// the changes may be rolled back.
struct UserPoolWriter: SQLUserPoolReading, UserPoolWriting {
    let connection: any SQLConnection
    let caches: UserPoolCaches

    var sql: any SQLReader { connection }

    func userPool(_ id: String) throws -> UserPoolRecord? {
        guard let revision = try UserPoolRow.revision(sql, id) else { return nil }
        return try caches.pools.known(id, at: revision) ?? UserPoolRow.find(sql, id)
    }

    func appClient(_ id: String) throws -> AppClientRecord? {
        guard let revision = try AppClientRow.revision(sql, id) else { return nil }
        return try caches.clients.known(id, at: revision) ?? AppClientRow.find(sql, id)
    }

    func signingKeys(ofPool poolID: String) throws -> [SigningKeyRecord] {
        let revision = try UserPoolRow.revision(sql, poolID)
        let known = revision.flatMap { caches.signingKeys.known(poolID, at: $0) }
        return try known ?? SigningKeyRow.all(sql, ofPool: poolID)
    }
}

/// The caches of pools, clients, signing keys and resource servers.
struct UserPoolCaches: Sendable {
    let pools = RevisionCache<UserPoolRecord>()
    let clients = RevisionCache<AppClientRecord>()
    /// The signing keys by pool, whose revision changes with its keys.
    let signingKeys = RevisionCache<[SigningKeyRecord]>()
    /// The resource servers by their documents, which take longer to decode than to read.
    let resourceServers = DocumentCache<ResourceServerType>()
}
