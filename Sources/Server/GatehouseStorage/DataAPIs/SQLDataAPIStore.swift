// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseServerCrypto

/// The store of all data APIs and their keys in the tables of ``DataAPIsSchema``.
package struct SQLDataAPIStore: DataAPIStore {
    private let database: any SQLDatabase
    private let sealer: Sealer

    /// Creates the store in a database whose migrations have run; `sealer` seals the keys of APIs, and hashes them.
    package init(_ database: some SQLDatabase, sealer: Sealer) {
        self.database = database
        self.sealer = sealer
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DataAPIReading) throws -> Value
    ) async throws -> Value {
        try await database.read { [sealer] sql in try body(DataAPIReader(sql: sql, sealer: sealer)) }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DataAPIWriting) throws -> Value
    ) async throws -> Value {
        try await database.write { [sealer] connection in
            try body(DataAPIWriter(connection: connection, sealer: sealer))
        }
    }
}

private protocol SQLDataAPIReading: DataAPIReading {
    var sql: any SQLReader { get }
    var sealer: Sealer { get }
}

extension SQLDataAPIReading {
    func api(_ id: String) throws -> StoredAPI? {
        try DataAPIRow.find(sql, id: id)
    }

    func apis() throws -> [StoredAPI] {
        try DataAPIRow.list(sql)
    }

    func revisions() throws -> [String: Int] {
        try DataAPIRow.revisions(sql)
    }

    func key(_ secret: String, in apiID: String) throws -> StoredAPIKey? {
        try DataAPIKeyRow.find(sql, secret, of: apiID, sealer)
    }

    func keys(of apiID: String) throws -> [StoredAPIKey] {
        try DataAPIKeyRow.list(sql, of: apiID, sealer)
    }

    func creation(of apiID: String) throws -> StoredCreation? {
        try SchemaCreationRow.find(sql, of: apiID)
    }
}

private struct DataAPIReader: SQLDataAPIReading {
    let sql: any SQLReader
    let sealer: Sealer
}

/// Reads and writes inside a transaction.
private struct DataAPIWriter: SQLDataAPIReading, DataAPIWriting {
    let connection: any SQLConnection
    let sealer: Sealer

    var sql: any SQLReader { connection }

    func put(_ api: StoredAPI, expecting revision: Int?) throws -> StoredAPI {
        var api = api
        api.revision = (revision ?? 0) + 1
        let isStored =
            if let revision {
                try DataAPIRow.update(connection, api, expecting: revision)
            } else {
                try DataAPIRow.insert(connection, api)
            }
        guard isStored else { throw DataAPIConflict(stored: try self.api(api.id)) }
        if api.isDefault { try DataAPIRow.clearDefault(connection, except: api.id) }
        return api
    }

    func list(_ cleanup: RecordCleanup) throws { try RecordCleanupRow.put(connection, cleanup) }

    func removeAPI(_ id: String, at time: Date) throws {
        try connection.execute("DELETE FROM data_api_keys WHERE api_id = \(id)")
        try connection.execute("DELETE FROM data_apis WHERE id = \(id)")
        try SchemaCreationRow.delete(connection, of: id)
        // All records go, so that the entries for some of them have no meaning any more.
        try RecordCleanupRow.deleteAll(connection, of: id)
        try list(RecordCleanup(api: id, subject: .everything, listedAt: time))
    }

    func put(_ creation: StoredCreation, of apiID: String) throws {
        try SchemaCreationRow.put(connection, creation, of: apiID)
    }

    func put(_ key: StoredAPIKey, of apiID: String) throws {
        try DataAPIKeyRow.put(connection, key, of: apiID, sealer)
    }

    func removeKey(_ secret: String, of apiID: String) throws {
        try DataAPIKeyRow.delete(connection, secret, of: apiID, sealer)
    }
}
