// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

extension StoreWriter {
    /// Applies records of the service: of a page, or of subscriptions.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - schema: the model.
    ///   - origin: the view in which the service has shown them; nil if no sync has brought them.
    ///   - isBase: whether a sync of all records has read them. It notes the view also of records that have not changed.
    /// - Returns: the changes.
    /// - Throws: the error of the database, or of a record's encoding.
    func apply(
        _ records: [MutationSync<AnyModel>], of schema: ModelSchema, origin: SyncOrigin? = nil, isBase: Bool = false
    ) throws -> ReconcileCounts {
        var counts = ReconcileCounts()
        let number = try origin.map { try self.number(of: $0) }
        for record in Reconciliation.newest(records) {
            try apply(record, schema, origin: number, isBase: isBase, &counts)
        }
        return counts
    }

    private func apply(
        _ remote: MutationSync<AnyModel>, _ schema: ModelSchema, origin: Int64?, isBase: Bool,
        _ counts: inout ReconcileCounts
    ) throws {
        let version = remote.syncMetadata
        let key = version.modelId
        let local = try reader.metadata(of: schema.name, key: key)
        let hasEvents = try reader.hasEvents(of: schema.name, key: key)
        var disposition = Reconciliation.disposition(of: version, local: local, hasEvents: hasEvents)
        if disposition == .drop, !hasEvents, local?.version == version.version {
            // A field that was added to the model since has its values in the service.
            if try reader.isIncomplete(schema.name, key: key) { disposition = version.deleted ? .remove : .update }
            if isBase, disposition == .drop { try put(version, origin: origin) }
        }
        if hasEvents, local?.version ?? 0 < version.version { counts.skipped.append(version) }
        guard disposition != .drop else { return }
        try change(remote, schema, disposition, &counts)
        try put(version, origin: origin)
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
                try update(remote.model.instance, schema)
                counts.updated += 1
            } else {
                try insert(remote.model.instance, schema)
                counts.added += 1
            }
            if !remote.unknownNames.isEmpty { try keep(unknown: remote.unknownNames, of: schema, key: key) }
            try report(remote.model.instance, schema, exists ? .update : .create, version.version, &counts)
        case .remove:
            guard let former = try reader.record(of: schema, key: key) else { return }
            try remove(schema, key: key)
            counts.deleted += 1
            try report(former, schema, .delete, version.version, &counts)
        }
    }

    /// Removes some of the records that a sync of all records in the same view no longer has, with their versions.
    ///
    /// A record with a change in the outbox stays.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - origin: the view.
    ///   - limit: the greatest number of records.
    /// - Returns: the changes, and whether there may be more such records.
    /// - Throws: the error of the database, or of a record's encoding.
    func removeUnseen(
        _ schema: ModelSchema, _ origin: SyncOrigin, limit: Int = 200
    ) throws -> (counts: ReconcileCounts, hasMore: Bool) {
        var counts = ReconcileCounts()
        let number = try self.number(of: origin)
        let lost = try unseen(of: schema.name, origin: number, limit: limit)
        for metadata in lost {
            let key = metadata.modelId
            if let former = try reader.record(of: schema, key: key) {
                try remove(schema, key: key)
                counts.deleted += 1
                try report(former, schema, .delete, metadata.version, &counts)
            }
            try removeMetadata(of: schema.name, key: key)
        }
        return (counts, lost.count == limit)
    }

    private func report(
        _ record: any Model, _ schema: ModelSchema, _ kind: MutationEvent.MutationType, _ version: Int?,
        _ counts: inout ReconcileCounts
    ) throws {
        var shown = record
        // The relations of an answer's record are loaded from the service. Observers get a record of the store.
        if kind != .delete, schema.hasAssociations {
            let key = record.identifier(schema: schema).stringValue
            shown = try reader.record(of: schema, key: key) ?? record
        }
        let event = try MutationEvent(model: shown, modelSchema: schema, mutationType: kind, version: version)
        changes.add(RecordChange(event: event, record: shown, origin: .service))
        counts.received.append(event)
    }
}
