// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

extension StoreWriter {
    /// Puts the change of a record into the outbox, before the record itself is changed.
    ///
    /// - Parameters:
    ///   - json: the record as JSON.
    ///   - schema: the model.
    ///   - key: the key of the record.
    ///   - type: the kind of the change of the store.
    ///   - condition: the condition on the service's record, as JSON; nil for none.
    ///   - outbox: the values for the event.
    /// - Throws: `DataStoreError.unknown` where the rule of the outbox refuses the change.
    func enqueue(
        json: String, _ schema: ModelSchema, key: String, _ type: MutationEvent.MutationType, condition: String?,
        _ outbox: OutboxUse
    ) throws {
        let earlier = try reader.events(of: schema.name, key: key)
        let metadata = try reader.metadata(of: schema.name, key: key)
        // A record that the service has never confirmed, and that has no event, does not exist there.
        if type == .delete, earlier.isEmpty, metadata == nil { return }
        let type = Self.sentType(type, metadata, isFirst: earlier.isEmpty)
        let event = outbox.event(
            json: json, key: key, schema, type, version: type == .create ? nil : metadata?.version,
            condition: condition)
        var entry = OutboxEntry(
            sequence: 0, event: event, user: outbox.user, attempts: 0, lastError: nil,
            base: try base(schema, key: key, type, after: earlier.last))
        switch try OutboxRule.outcome(pending: earlier, new: entry) {
        case .store:
            entry.sequence = try append(entry)
        case .replace(let older, let others):
            try replace(older)
            for id in others { try remove(event: id) }
        case .removeAll(let ids):
            for id in ids { try remove(event: id) }
        }
    }

    /// The kind of the mutation for a change of the store.
    ///
    /// A record that the service has removed exists there as a tombstone, which only an update of its version replaces. A
    /// record that the service has never confirmed, such as one from before the app had a service, is new to it.
    private static func sentType(
        _ type: MutationEvent.MutationType, _ metadata: MutationSyncMetadata?, isFirst: Bool
    ) -> MutationEvent.MutationType {
        guard isFirst else { return type }
        switch type {
        case .create where metadata?.deleted == true: return .update
        case .update where metadata == nil: return .create
        case .create, .update, .delete: return type
        }
    }

    /// The JSON of the record as the service has it before the change, which a conflict's handler gets.
    private func base(
        _ schema: ModelSchema, key: String, _ type: MutationEvent.MutationType, after earlier: OutboxEntry?
    ) throws -> String? {
        if let earlier { return earlier.event.json }
        guard type != .create else { return nil }
        return try reader.record(of: schema, key: key)?.toJSON()
    }
}
