// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GRDB

extension StoreWriter {
    /// Stores the service's version of a record, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - metadata: the version.
    ///   - origin: the number of the view of the sync that brought the record, from ``number(of:)``; nil keeps the
    ///     former one.
    /// - Throws: `DatabaseError`.
    func put(_ metadata: MutationSyncMetadata, origin: Int64? = nil) throws {
        let statement = try reader.database.cachedStatement(
            sql: """
                INSERT INTO MutationSyncMetadata (id, deleted, lastChangedAt, version, origin) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET deleted = excluded.deleted, lastChangedAt = excluded.lastChangedAt,
                version = excluded.version, origin = coalesce(excluded.origin, origin), isIncomplete = 0
                """)
        try statement.execute(
            arguments: [metadata.id, metadata.deleted, metadata.lastChangedAt, metadata.version, origin])
    }

    /// Forgets the service's version of a record.
    func removeMetadata(of model: ModelName, key: String) throws {
        try reader.database.cachedStatement(sql: "DELETE FROM MutationSyncMetadata WHERE id = ?")
            .execute(arguments: [MutationSyncMetadata.identifier(modelName: model, modelId: key)])
    }

    /// Stores the last sync of a model.
    ///
    /// - Parameters:
    ///   - state: the time and the condition.
    ///   - origin: the view of the sync; nil keeps the former one.
    /// - Throws: `DatabaseError`.
    func put(_ state: ModelSyncMetadata, origin: SyncOrigin? = nil) throws {
        let statement = try reader.database.cachedStatement(
            sql: """
                INSERT INTO ModelSyncMetadata (id, lastSync, syncPredicate, origin) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET lastSync = excluded.lastSync, syncPredicate = excluded.syncPredicate,
                origin = coalesce(excluded.origin, origin)
                """)
        try statement.execute(
            arguments: [state.id, state.lastSync, state.syncPredicate, try origin.map { try number(of: $0) }])
    }

    /// The number under which metadata refer to the view of a sync; a new view gets one.
    func number(of origin: SyncOrigin) throws -> Int64 {
        let values: StatementArguments = [origin.user, origin.mode, origin.predicate]
        let search = try reader.database.cachedStatement(
            sql: "SELECT id FROM \"gatehouse-origin\" WHERE user IS ? AND mode IS ? AND predicate IS ?")
        if let number = try Int64.fetchOne(search, arguments: values) { return number }
        try reader.database.cachedStatement(
            sql: "INSERT INTO \"gatehouse-origin\" (user, mode, predicate) VALUES (?, ?, ?)"
        ).execute(arguments: values)
        return reader.database.lastInsertedRowID
    }

    /// Marks a model for a full sync: the next one is not a delta sync.
    func requireFullSync(of model: ModelName) throws {
        try reader.database.cachedStatement(sql: "DELETE FROM ModelSyncMetadata WHERE id = ?")
            .execute(arguments: [model])
    }
}

// MARK: - Records that a base sync has not seen

/// A base sync notes the keys that it sees in a table of the connection, so that memory does not grow with their number
/// and a program that is killed leaves nothing behind.
extension StoreWriter {
    /// Begins a base sync of a model, which has seen nothing yet.
    func beginSeen(of model: ModelName) throws {
        try reader.database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS "gatehouse-seen" (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID
                """)
        try endSeen(of: model)
    }

    /// Notes that the base sync of a model has seen records.
    func markSeen(_ keys: [String], of model: ModelName) throws {
        let statement = try reader.database.cachedStatement(
            sql: "INSERT OR IGNORE INTO temp.\"gatehouse-seen\" VALUES (?)")
        for key in keys {
            try statement.execute(arguments: [MutationSyncMetadata.identifier(modelName: model, modelId: key)])
        }
    }

    /// The service's versions of records that an earlier sync of the same view brought and the running one has not seen.
    ///
    /// A record with events in the outbox is not among them.
    ///
    /// - Parameters:
    ///   - model: the name of the model.
    ///   - origin: the number of the view, from ``number(of:)``.
    ///   - limit: the most that are returned; the caller removes them and asks again.
    /// - Returns: the versions, in the order of the keys' bytes.
    /// - Throws: `DatabaseError`.
    func unseen(of model: ModelName, origin: Int64, limit: Int) throws -> [MutationSyncMetadata] {
        let range = MetadataRange(model)
        return try Row.fetchAll(
            reader.database,
            sql: """
                SELECT id, deleted, lastChangedAt, version FROM MutationSyncMetadata AS record
                WHERE id > ?1 AND id < ?2 AND origin = ?3 AND deleted = 0
                AND id NOT IN (SELECT id FROM temp."gatehouse-seen")
                AND NOT EXISTS (
                    SELECT 1 FROM MutationEvent WHERE modelId = substr(record.id, length(?1) + 1) AND modelName = ?4)
                ORDER BY id LIMIT ?5
                """,
            arguments: [range.start, range.end, origin, model, max(0, limit)]
        ).map(MutationSyncMetadata.init(row:))
    }

    /// Forgets what the base sync of a model has seen.
    func endSeen(of model: ModelName) throws {
        let range = MetadataRange(model)
        try reader.database.execute(
            sql: "DELETE FROM temp.\"gatehouse-seen\" WHERE id > ? AND id < ?", arguments: [range.start, range.end])
    }
}
