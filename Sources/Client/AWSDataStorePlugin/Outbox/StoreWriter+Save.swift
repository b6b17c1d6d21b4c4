// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

extension StoreWriter {
    /// Saves a record for the app: the row, the event for the service and the change for observers.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - schema: the model.
    ///   - condition: the condition on the record in the store; nil or `.all` for none.
    ///   - outbox: whether and as which user the change is sent.
    /// - Returns: the record, and whether its change waits in the outbox.
    /// - Throws: `DataStoreError.invalidCondition` for a condition on a record that the store does not have, and for one
    ///   that its record does not meet. `.invalidOperation` for a record of another model, or without a key. `.unknown`
    ///   where the rule of the outbox refuses the change.
    func save(
        _ record: any Model, _ schema: ModelSchema, where condition: (any QueryPredicate)?, outbox: OutboxUse
    ) throws -> SavedRecord {
        let key = try Self.key(of: record, schema)
        let exists = try reader.exists(schema, key: key)
        let condition = Self.restriction(condition)
        if let condition { try check(condition, schema, key: key, exists: exists) }
        let type: MutationEvent.MutationType = exists ? .update : .create
        let isSent = outbox.sends(schema)
        var json: String?
        // The outbox is changed first: its rule may refuse the change, and it reads the record as it was.
        if isSent {
            let filter = try condition.map { try GraphQLFilterConverter.toJSON($0, modelSchema: schema) }
            let encoded = try record.toJSON()
            try enqueue(json: encoded, schema, key: key, type, condition: filter, outbox)
            // The event for observers has it, too: the encoding takes as long as the statements.
            json = encoded
        }
        if exists {
            try update(record, schema)
        } else {
            try insert(record, schema)
        }
        let event = outbox.event(json: try json ?? record.toJSON(), key: key, schema, type)
        changes.add(RecordChange(event: event, record: record, origin: .app))
        return SavedRecord(record: record, type: type, isEnqueued: isSent)
    }

    private func check(
        _ condition: any QueryPredicate, _ schema: ModelSchema, key: String, exists: Bool
    ) throws {
        guard exists else {
            throw DataStoreError.invalidCondition(
                "Cannot apply a condition on model which does not exist.",
                "Save the model instance without a condition first.")
        }
        guard try reader.fits(schema, key: key, condition) else {
            throw DataStoreError.invalidCondition(
                "Save failed due to condition did not match existing model instance.",
                "The save will continue to fail until the model instance is updated.")
        }
    }

    /// The condition, unless each record meets it.
    static func restriction(_ condition: (any QueryPredicate)?) -> (any QueryPredicate)? {
        condition is QueryPredicateConstant ? nil : condition
    }

    /// The key of a record of the model.
    ///
    /// - Throws: `DataStoreError.invalidOperation` for a record of another model, with a part of the key missing, or with a
    ///   null character in it.
    static func key(of record: any Model, _ schema: ModelSchema) throws -> String {
        // A model whose fields are found by name has one Swift type for all models.
        guard (record is any JSONValueHolder) || record.modelName == schema.name else {
            throw DataStoreError.invalidOperation(
                causedBy: CoreError.clientValidation(
                    "The record is a \(record.modelName), but the model of the call is \(schema.name).",
                    "Pass a record of the model."))
        }
        let identifier = record.identifier(schema: schema)
        guard !identifier.fields.isEmpty, identifier.fields.count == schema.primaryKey.fields.count else {
            throw DataStoreError.invalidOperation(
                causedBy: CoreError.clientValidation(
                    "A field of the record's key has no value, or \(schema.name) has no key.",
                    "Set each field of the key."))
        }
        let key = identifier.stringValue
        // GRDB ends a text there, so that the events of two records would be taken for events of one.
        guard !key.utf8.contains(0) else {
            throw DataStoreError.invalidValue("a text with a null character", in: "the key of \(schema.name)")
        }
        return key
    }
}
