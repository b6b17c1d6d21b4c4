// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

extension StoreWriter {
    /// Removes the record with a key for the app, together with the records that belong to it.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - key: the text of the key. Without such a record nothing happens.
    ///   - condition: the condition on the record; nil or `.all` for none.
    ///   - outbox: whether and as which user the change is sent.
    /// - Returns: the removed record of the model, without the records that belong to it.
    /// - Throws: `DataStoreError.invalidCondition` if the record does not meet the condition.
    @discardableResult
    func delete(
        _ schema: ModelSchema, key: String, where condition: (any QueryPredicate)? = nil, outbox: OutboxUse
    ) throws -> [any Model] {
        guard let record = try reader.record(of: schema, key: key) else { return [] }
        let condition = Self.restriction(condition)
        if let condition, try !reader.fits(schema, key: key, condition) {
            throw DataStoreError.invalidCondition(
                "Delete failed due to condition did not match existing model instance.",
                "Subsequent deletes will continue to fail until the model instance is updated.")
        }
        return try removeAll([record], schema, condition, outbox)
    }

    /// Removes a record for the app, together with the records that belong to it.
    ///
    /// - Returns: the removed record as it was in the store; empty if the store does not have it.
    /// - Throws: `DataStoreError.invalidCondition` if the record does not meet the condition. `.invalidOperation` for a
    ///   record of another model, or without a key.
    @discardableResult
    func delete(
        _ record: any Model, _ schema: ModelSchema, where condition: (any QueryPredicate)? = nil, outbox: OutboxUse
    ) throws -> [any Model] {
        try delete(schema, key: Self.key(of: record, schema), where: condition, outbox: outbox)
    }

    /// Removes all records that meet a condition for the app, together with the records that belong to them.
    ///
    /// - Returns: the removed records of the model. Without such records nothing happens.
    @discardableResult
    func delete(
        _ schema: ModelSchema, where condition: any QueryPredicate, outbox: OutboxUse
    ) throws -> [any Model] {
        let records = try reader.anyRecords(of: schema, where: condition)
        return try removeAll(records, schema, Self.restriction(condition), outbox)
    }

    /// Removes records, and before them the records that belong to them.
    private func removeAll(
        _ records: [any Model], _ schema: ModelSchema, _ condition: (any QueryPredicate)?, _ outbox: OutboxUse
    ) throws -> [any Model] {
        guard !records.isEmpty else { return [] }
        let filter = try condition.map { try GraphQLFilterConverter.toJSON($0, modelSchema: schema) }
        let keys = records.map { $0.identifier(schema: schema).stringValue }
        for (childSchema, child) in try reader.dependents(of: schema, keys: keys) {
            let key = child.identifier(schema: childSchema).stringValue
            try removeOne(child, childSchema, key: key, condition: nil, outbox)
        }
        let own = Dictionary(zip(keys, records)) { first, _ in first }
        for key in try childrenFirst(keys, schema) {
            guard let record = own[key] else { continue }
            try removeOne(record, schema, key: key, condition: filter, outbox)
        }
        return records
    }

    /// The keys of records of one model, of which one record may belong to another one.
    private func childrenFirst(_ keys: [String], _ schema: ModelSchema) throws -> [String] {
        guard keys.count > 1, schema.fields.values.contains(where: { $0.associatedModelName == schema.name }) else {
            return keys
        }
        var remaining = Set(keys)
        var ordered: [String] = []
        for key in keys where remaining.contains(key) {
            let children = try reader.dependents(of: schema, keys: [key]).filter { $0.schema.name == schema.name }
            let family = children.map { $0.record.identifier(schema: schema).stringValue } + [key]
            ordered += family.filter { remaining.remove($0) != nil }
        }
        return ordered
    }

    private func removeOne(
        _ record: any Model, _ schema: ModelSchema, key: String, condition: String?, _ outbox: OutboxUse
    ) throws {
        let json = try record.toJSON()
        if outbox.sends(schema) { try enqueue(json: json, schema, key: key, .delete, condition: condition, outbox) }
        try remove(schema, key: key)
        let event = outbox.event(json: json, key: key, schema, .delete)
        changes.add(RecordChange(event: event, record: record, origin: .app))
    }
}
