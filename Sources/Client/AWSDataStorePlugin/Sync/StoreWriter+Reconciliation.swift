// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GRDB

extension StoreWriter {
    /// Applies records of the service: of a page, or of subscriptions.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - schema: the model.
    ///   - origin: the view in which the service has shown them; nil if it is not known.
    ///   - isSync: whether a sync has read the records. What a sync has read counts for the same version, too.
    /// - Returns: the changes.
    /// - Throws: the error of the database, or of a record's encoding.
    func apply(
        _ records: [MutationSync<AnyModel>], of schema: ModelSchema, origin: SyncOrigin? = nil, isSync: Bool = false
    ) throws -> ReconcileCounts {
        var counts = ReconcileCounts()
        let number = try origin.map { try self.number(of: $0) }
        // An empty outbox has no event of any record.
        let mayHaveEvents = try !reader.isOutboxEmpty()
        for record in Reconciliation.newest(records) {
            let hasEvents = try mayHaveEvents && reader.hasEvents(of: schema.name, key: record.syncMetadata.modelId)
            try apply(record, schema, origin: number, isSync: isSync, hasEvents: hasEvents, &counts)
        }
        return counts
    }

    private func apply(
        _ remote: MutationSync<AnyModel>, _ schema: ModelSchema, origin: Int64?, isSync: Bool, hasEvents: Bool,
        _ counts: inout ReconcileCounts
    ) throws {
        let version = remote.syncMetadata
        let key = version.modelId
        let local = try reader.metadata(of: schema.name, key: key)
        var disposition = Reconciliation.disposition(of: version, local: local, hasEvents: hasEvents)
        if hasEvents, local?.version ?? 0 < version.version { counts.skipped.append(version) }
        if isSync, !hasEvents, local?.version == version.version {
            disposition = try again(remote, schema, key: key, origin: origin)
        }
        guard disposition != .drop else { return }
        try change(remote, schema, disposition, &counts)
        try put(version, origin: origin)
    }

    /// Decides about a version that the store has already.
    ///
    /// The store may have other values of the version: an event or an answer without protected values, the view of another
    /// user, or a record from before a field was added to the model.
    private func again(
        _ remote: MutationSync<AnyModel>, _ schema: ModelSchema, key: String, origin: Int64?
    ) throws -> Reconciliation.Disposition {
        let isIncomplete = try reader.isIncomplete(schema.name, key: key)
        guard try isIncomplete || reader.originNumber(of: schema.name, key: key) != origin else { return .drop }
        if remote.syncMetadata.deleted { return .remove }
        return try reader.has(remote.model.instance, schema, key: key) ? .note : .update
    }

    private func change(
        _ remote: MutationSync<AnyModel>, _ schema: ModelSchema, _ disposition: Reconciliation.Disposition,
        _ counts: inout ReconcileCounts
    ) throws {
        let version = remote.syncMetadata
        let key = version.modelId
        switch disposition {
        case .drop, .note: break
        case .insert, .update:
            // Metadata and records can differ: a record is older than its metadata if the app saved it before the model
            // was synced, and metadata stays where a record was removed.
            let exists = try reader.exists(schema, key: key)
            if exists {
                // The service has each value of its record.
                try update(remote.model.instance, schema, keepsUnknown: false)
                counts.updated += 1
            } else {
                try insert(remote.model.instance, schema)
                counts.added += 1
            }
            if !remote.unknownNames.isEmpty { try keep(unknown: remote.unknownNames, of: schema, key: key) }
            try report(remote.model.instance, schema, key: key, exists ? .update : .create, version.version, &counts)
        case .remove:
            // A record that is not found for lack of a related one has a row all the same.
            let former = try reader.record(of: schema, key: key)
            try remove(schema, key: key)
            guard let former else { return }
            counts.deleted += 1
            try report(former, schema, key: key, .delete, version.version, &counts)
        }
    }

    /// Removes some of the records that a sync of all records in the same view no longer has, with their versions.
    ///
    /// A record with a change in the outbox stays.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - origin: the view; records that only events have brought in it count, too.
    ///   - limit: the greatest number of records.
    /// - Returns: the changes, and whether there may be more such records.
    /// - Throws: the error of the database, or of a record's encoding.
    func removeUnseen(
        _ schema: ModelSchema, _ origin: SyncOrigin, limit: Int = 200
    ) throws -> (counts: ReconcileCounts, hasMore: Bool) {
        var counts = ReconcileCounts()
        var lost: [MutationSyncMetadata] = []
        for view in [origin, origin.ofEvents] {
            lost += try unseen(of: schema.name, origin: try number(of: view), limit: limit - lost.count)
        }
        for metadata in lost {
            let key = metadata.modelId
            let former = try reader.record(of: schema, key: key)
            try remove(schema, key: key)
            if let former {
                counts.deleted += 1
                try report(former, schema, key: key, .delete, metadata.version, &counts)
            }
            try removeMetadata(of: schema.name, key: key)
        }
        return (counts, lost.count == limit)
    }

    private func report(
        _ record: any Model, _ schema: ModelSchema, key: String, _ kind: MutationEvent.MutationType, _ version: Int?,
        _ counts: inout ReconcileCounts
    ) throws {
        var shown = record
        // The relations of an answer's record are loaded from the service. Observers get a record of the store.
        if kind != .delete, schema.hasAssociations {
            shown = try reader.record(of: schema, key: key) ?? record
        }
        let event = MutationEvent(
            modelId: key, modelName: schema.name, json: try shown.toJSON(), mutationType: kind, version: version)
        changes.add(RecordChange(event: event, record: shown, origin: .service))
        counts.received.append(event)
    }
}

extension StoreReader {
    /// Whether a record of the service lacks a value that the record of the store has.
    ///
    /// Events have null for values that a field's rules protect, for each reader. Only a sync knows whether the value is
    /// removed or hidden.
    ///
    /// - Parameters:
    ///   - remote: the record of an event.
    ///   - schema: the model.
    /// - Returns: whether a sync has to decide about the record.
    /// - Throws: the error of the database, or of the record's encoding.
    func lacksValues(_ remote: MutationSync<AnyModel>, _ schema: ModelSchema) throws -> Bool {
        let version = remote.syncMetadata
        guard !version.deleted, let local = try metadata(of: schema.name, key: version.modelId),
            local.version < version.version, let record = try record(of: schema, key: version.modelId)
        else { return false }
        let table = try catalog.table(of: schema.name)
        let values = zip(
            try table.values(of: record, isNew: false), try table.values(of: remote.model.instance, isNew: false))
        return values.contains { stored, received in stored != .null && received == .null }
    }

    /// The number of the view that has brought a record; nil if it is not known.
    ///
    /// - Throws: the error of the database.
    fileprivate func originNumber(of model: ModelName, key: String) throws -> Int64? {
        let statement = try database.cachedStatement(sql: "SELECT origin FROM MutationSyncMetadata WHERE id = ?")
        let id = MutationSyncMetadata.identifier(modelName: model, modelId: key)
        return try Int64.fetchOne(statement, arguments: [id])
    }

    /// Whether the store has a record with the same values.
    ///
    /// - Throws: the error of the database, or of the record's encoding.
    fileprivate func has(_ record: any Model, _ schema: ModelSchema, key: String) throws -> Bool {
        guard let local = try self.record(of: schema, key: key) else { return false }
        let table = try catalog.table(of: schema.name)
        return try table.values(of: local, isNew: false) == table.values(of: record, isNew: false)
    }
}
