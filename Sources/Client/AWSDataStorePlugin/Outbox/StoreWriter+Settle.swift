// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// An event that is marked as being sent.
struct BegunEvent: Sendable {
    /// The event as it is now.
    let entry: OutboxEntry
    /// The version to send; nil if none is known.
    var version: Int?
    /// The names of enumerations' values that the store has and the model does not know.
    var unknownNames: [ModelFieldName: String] = [:]
}

extension StoreWriter {
    /// Marks an event as being sent.
    ///
    /// - Returns: the event as it is now; nil if it is no longer in the outbox.
    func begin(_ event: MutationEvent) throws -> BegunEvent? {
        guard var entry = try reader.event(id: event.id) else { return nil }
        entry.event.inProcess = true
        entry.attempts += 1
        try beginAttempt(event.id)
        guard entry.event.kind != .create else { return BegunEvent(entry: entry) }
        let known = try reader.metadata(of: event.modelName, key: event.modelId)?.version
        var begun = BegunEvent(entry: entry, version: [known, entry.event.version].compactMap(\.self).max())
        if entry.event.kind == .update, let table = try? reader.catalog.table(of: event.modelName) {
            begun.unknownNames = try reader.unknownNames(of: table.schema, key: event.modelId)
        }
        return begun
    }

    /// Returns an event that was not accepted to the outbox, with the reason.
    func postpone(_ event: MutationEvent, _ reason: String) throws {
        guard var entry = try reader.event(id: event.id) else { return }
        entry.event.inProcess = false
        entry.lastError = reason
        try replace(entry)
    }

    /// Removes an event that the service has accepted, and takes over the service's record.
    ///
    /// While later events of the record wait, the store keeps its record. They get the version and the values that the
    /// service has set.
    ///
    /// - Returns: the changes of the store, as events for reports.
    func accept(
        _ answer: MutationSync<AnyModel>, of sent: SentEvent, _ outbox: OutboxUse
    ) throws -> [MutationEvent] {
        try remove(event: sent.entry.event.id)
        // Another version has values of other writers, too.
        let isOwn = answer.syncMetadata.version == sent.nextVersion && !answer.syncMetadata.deleted
        var record = answer.model.instance
        // An answer that cannot be completed counts as it is.
        if isOwn, let whole = try? RecordContent.completed(record, withSent: sent.entry.event.json, sent.schema) {
            record = whole
        }
        let later = try reader.events(of: sent.schema.name, key: sent.key)
        guard !later.isEmpty else { return try take(record, of: answer, sent) }
        try put(metadata(answer.syncMetadata, sent))
        return try pass(record, answer.syncMetadata, isOwn: isOwn, to: later, after: sent, outbox)
    }

    /// Hands the service's record on to the later events of a record.
    private func pass(
        _ record: any Model, _ metadata: MutationSyncMetadata, isOwn: Bool, to later: [OutboxEntry],
        after sent: SentEvent, _ outbox: OutboxUse
    ) throws -> [MutationEvent] {
        let json = try record.toJSON()
        var last: OutboxEntry?
        for var entry in later {
            entry.event.version = [entry.event.version, metadata.version].compactMap(\.self).max()
            entry.base = json
            switch entry.event.kind {
            case .update? where !isOwn && !metadata.deleted:
                // Values that cannot be merged stay as the app has set them.
                let merged = try? RecordContent.rebased(entry.event.json, from: sent.entry.event.json, onto: json)
                entry.event.json = merged ?? entry.event.json
                last = entry
            case .create? where metadata.deleted:
                // Only an update replaces the tombstone.
                entry.event.mutationType = MutationEvent.MutationType.update.rawValue
            case .create?, .update?, .delete?, nil: last = nil
            }
            try replace(entry)
        }
        guard let last, try reader.exists(sent.schema, key: sent.key),
            let merged = try? last.event.decodeModel()
        else { return [] }
        try update(merged, sent.schema)
        // The relations of the store's record are loaded from the store.
        let shown = try reader.record(of: sent.schema, key: sent.key) ?? merged
        let event = try outbox.event(shown, sent.schema, .update, version: metadata.version)
        changes.add(RecordChange(event: event, record: shown, origin: .service))
        return [event]
    }

    /// Removes an event whose change has lost against the service's record, and takes over that record.
    ///
    /// While later events of the record wait, the store keeps its record, and the next answer decides.
    ///
    /// - Returns: the changes of the store, as events for reports.
    func adopt(_ remote: MutationSync<AnyModel>, insteadOf sent: SentEvent) throws -> [MutationEvent] {
        try remove(event: sent.entry.event.id)
        return try take(remote.model.instance, of: remote, sent)
    }

    /// Removes an event that the service refuses for ever.
    ///
    /// The later events of a record that the service does not have become its creation.
    func giveUp(_ event: MutationEvent) throws {
        try remove(event: event.id)
        guard event.kind == .create, var next = try reader.events(of: event.modelName, key: event.modelId).first
        else { return }
        switch next.event.kind {
        case .update?:
            next.event.mutationType = MutationEvent.MutationType.create.rawValue
            next.event.version = nil
            try replace(next)
        case .delete?: try remove(event: next.event.id)
        case .create?, nil: break
        }
    }

    /// Gives an event the app's decision about a conflict: the change is sent once more, on the service's version.
    ///
    /// - Parameters:
    ///   - record: the record that is sent.
    ///   - isDelete: whether the change is a removal.
    ///   - remote: the service's record.
    ///   - sent: the event that the service has refused.
    /// - Returns: the event.
    /// - Throws: the error of the record's encoding.
    func decide(
        _ record: any Model, isDelete: Bool, over remote: MutationSync<AnyModel>, for sent: SentEvent
    ) throws -> OutboxEntry {
        var entry = sent.entry
        entry.event.json = try record.toJSON()
        entry.event.mutationType = (isDelete ? MutationEvent.MutationType.delete : .update).rawValue
        entry.event.version = remote.syncMetadata.version
        entry.event.graphQLFilterJSON = nil
        entry.base = try remote.model.instance.toJSON()
        entry.attempts = 1
        try replace(entry)
        return entry
    }

    /// Takes the service's record into the store, unless the store knows a newer version, or later events wait.
    private func take(
        _ record: any Model, of answer: MutationSync<AnyModel>, _ sent: SentEvent
    ) throws -> [MutationEvent] {
        let record = MutationSync(
            model: AnyModel(record), syncMetadata: metadata(answer.syncMetadata, sent),
            unknownNames: answer.unknownNames)
        return try apply([record], of: sent.schema).received
    }

    /// The metadata under the key that the store uses for the record.
    private func metadata(_ metadata: MutationSyncMetadata, _ sent: SentEvent) -> MutationSyncMetadata {
        MutationSyncMetadata(
            modelId: sent.key, modelName: sent.schema.name, deleted: metadata.deleted,
            lastChangedAt: metadata.lastChangedAt, version: metadata.version)
    }
}
