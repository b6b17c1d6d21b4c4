// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GRDB

/// The service's versions of records, and the syncs that brought them.
extension StoreReader {
    /// The service's version of a record; nil for a record that the service does not have, as far as is known.
    func metadata(of model: ModelName, key: String) throws -> MutationSyncMetadata? {
        let statement = try database.cachedStatement(
            sql: "SELECT id, deleted, lastChangedAt, version FROM MutationSyncMetadata WHERE id = ?")
        let id = MutationSyncMetadata.identifier(modelName: model, modelId: key)
        return try Row.fetchOne(statement, arguments: [id]).map(MutationSyncMetadata.init(row:))
    }

    /// The service's versions of all records of a model, in the order of the keys' bytes.
    ///
    /// The memory of the answer grows with the number of records; ``metadata(of:after:limit:)`` reads parts.
    func metadata(of model: ModelName) throws -> [MutationSyncMetadata] {
        try metadata(of: model, after: nil, limit: Int.max)
    }

    /// A part of the service's versions of the records of a model, in the order of the keys' bytes.
    ///
    /// - Parameters:
    ///   - model: the name of the model.
    ///   - key: the key of the last record of the part before; nil for the first part.
    ///   - limit: the size of the part.
    /// - Returns: at most so many.
    /// - Throws: `DatabaseError`.
    func metadata(of model: ModelName, after key: String?, limit: Int) throws -> [MutationSyncMetadata] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, deleted, lastChangedAt, version FROM MutationSyncMetadata WHERE id > ? AND id < ?
                ORDER BY id LIMIT ?
                """)
        let range = MetadataRange(model)
        let start = key.map { MutationSyncMetadata.identifier(modelName: model, modelId: $0) } ?? range.start
        return try Row.fetchAll(statement, arguments: [start, range.end, max(0, limit)])
            .map(MutationSyncMetadata.init(row:))
    }

    /// Whether a record lacks the values of fields that were added to its model after the service's version arrived.
    ///
    /// The next base sync has to take the service's record even if the version is the same.
    func isIncomplete(_ model: ModelName, key: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT isIncomplete FROM MutationSyncMetadata WHERE id = ?")
        let id = MutationSyncMetadata.identifier(modelName: model, modelId: key)
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// The last sync of a model; nil before the first one, and after a change of the model that needs a full one.
    func syncState(of model: ModelName) throws -> ModelSyncMetadata? {
        let statement = try database.cachedStatement(
            sql: "SELECT id, lastSync, syncPredicate FROM ModelSyncMetadata WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [model]).map { row in
            ModelSyncMetadata(
                id: try row.decode(atIndex: 0), lastSync: try row.decode(Int64?.self, atIndex: 1),
                syncPredicate: try row.decode(String?.self, atIndex: 2))
        }
    }

    /// The view of the last sync of a model; nil before the first one.
    func syncOrigin(of model: ModelName) throws -> SyncOrigin? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT user, mode, predicate FROM ModelSyncMetadata
                JOIN "gatehouse-origin" ON "gatehouse-origin".id = ModelSyncMetadata.origin
                WHERE ModelSyncMetadata.id = ?
                """)
        return try Row.fetchOne(statement, arguments: [model]).map { row in
            SyncOrigin(
                user: try row.decode(String?.self, atIndex: 0), mode: try row.decode(String?.self, atIndex: 1),
                predicate: try row.decode(String?.self, atIndex: 2))
        }
    }
}

extension MutationSyncMetadata {
    /// Reads a row of the original's columns.
    init(row: Row) throws {
        self.init(
            identifier: try row.decode(atIndex: 0), deleted: try row.decode(atIndex: 1),
            lastChangedAt: try row.decode(atIndex: 2), version: try row.decode(atIndex: 3))
    }
}

/// The identifiers of the metadata of a model: all that begin with its name and a bar.
struct MetadataRange {
    /// No identifier is smaller.
    let start: String

    /// Each identifier is smaller: the character is the one after the bar.
    let end: String

    init(_ model: ModelName) {
        start = MutationSyncMetadata.identifier(modelName: model, modelId: "")
        end = model + "}"
    }
}
