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
