// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The query of an `observeQuery`.
struct ObservedQuery<M: Model>: Sendable {
    let schema: ModelSchema
    /// The models whose changes change the result: the one of the records, and the ones of records inside them.
    let models: Set<ModelName>
    let predicate: (any QueryPredicate)?
    /// The order; records with the same values are in the order of their keys.
    let sort: [QuerySortDescriptor]

    init(where predicate: (any QueryPredicate)?, sort: [QuerySortDescriptor]?, schema: ModelSchema = M.schema) {
        self.schema = schema
        models = Self.models(schema)
        self.predicate = predicate
        self.sort = sort ?? []
    }

    /// Models of earlier generators have related records in properties, also the ones of a related record.
    private static func models(_ schema: ModelSchema) -> Set<ModelName> {
        var models: Set<ModelName> = [schema.name]
        var rest = M.rootPath == nil ? [schema] : []
        while let next = rest.popLast() {
            for field in next.fields.values where field.hasAssociation && !field.isArray {
                guard let model = field.associatedModelName, models.insert(model).inserted else { continue }
                guard let type = ModelRegistry.modelType(from: model), type.rootPath == nil else { continue }
                rest.append(type.schema)
            }
        }
        return models
    }

    /// The order of the records in a store.
    ///
    /// - Throws: `.invalidModelName`, or `.invalidCondition` for a field that the model does not have.
    func order(in store: LocalStore) throws(DataStoreError) -> RecordOrder {
        try RecordOrder(sort, store.catalog.table(of: schema.name))
    }

    /// All records that meet the condition, in order.
    ///
    /// - Throws: the error of the store.
    func rows(_ reader: StoreReader) throws -> [ObservedRow<M>] {
        let table = try reader.catalog.table(of: schema.name)
        return try reader.records(of: M.self, schema, where: predicate, sort: sort).map { try row($0, table) }
    }

    /// The records that meet the condition among some.
    ///
    /// The store decides, as for the first result: in memory, equal texts may have other bytes.
    ///
    /// - Parameters:
    ///   - reader: reads the store.
    ///   - identifiers: the conditions that only the record with a key meets.
    /// - Returns: the records by their keys.
    /// - Throws: the error of the store.
    func rows(_ reader: StoreReader, among identifiers: [any QueryPredicate]) throws -> [RecordID: ObservedRow<M>] {
        let table = try reader.catalog.table(of: schema.name)
        var rows: [RecordID: ObservedRow<M>] = [:]
        for start in stride(from: 0, to: identifiers.count, by: Self.keysAtOnce) {
            let part = identifiers[start..<min(start + Self.keysAtOnce, identifiers.count)]
            var conditions: [any QueryPredicate] = [QueryPredicateGroup(type: .or, predicates: Self.padded(part))]
            if let predicate { conditions.append(predicate) }
            let condition = QueryPredicateGroup(type: .and, predicates: conditions)
            for record in try reader.records(of: M.self, schema, where: condition) {
                let row = try row(record, table)
                rows[row.id] = row
            }
        }
        return rows
    }

    /// The greatest number of records that are read by one statement.
    private static var keysAtOnce: Int { 256 }

    /// Repeats the last condition up to a power of two, because the store keeps each different statement.
    private static func padded(_ conditions: ArraySlice<any QueryPredicate>) -> [any QueryPredicate] {
        guard let last = conditions.last else { return [] }
        var size = 1
        while size < conditions.count { size *= 2 }
        return Array(conditions) + Array(repeating: last, count: size - conditions.count)
    }

    private func row(_ record: M, _ table: ModelTable) throws -> ObservedRow<M> {
        let id = RecordID(model: table.name, key: table.keyText(of: record))
        if !sort.isEmpty {
            return ObservedRow(id: id, record: record, values: try table.values(of: record, isNew: true))
        }
        // Only the key counts, so that the other properties need not be read.
        var values = Array(repeating: StoredValue.null, count: table.columns.count)
        values[table.key] = table.keyColumn.value(ofKey: id.key) ?? .null
        return ObservedRow(id: id, record: record, values: values)
    }
}

/// The changes that wait for an observed query.
struct ObservedChanges: Sendable {
    /// The number of changes beyond which the records are queried anew.
    static let limit = 10_000

    /// The snapshots that the app may leave unread; it gets the newest ones.
    static let unreadSnapshots = 100

    /// The store, if it is another one since the last snapshot, or has other records as a whole.
    var store: LocalStore?
    /// The changed records, in the order of the changes.
    var records: [RecordID] = []
    /// The conditions that only the record with a key meets.
    var identifiers: [RecordID: any QueryPredicate] = [:]
    /// Whether more than the changed records are to be read: there were more changes than are kept, or a record inside
    /// other ones has changed.
    var needsAllRecords = false
    /// Whether the first exchange of the model has become complete.
    var isNewlySynced = false
    /// Whether the time of a batch is over.
    var isDue = false
    /// Whether no further changes follow.
    var isFinished = false

    /// Adds a change of a record of the model, or of a record inside others.
    mutating func add(_ change: RecordChange, of schema: ModelSchema) {
        guard change.event.modelName == schema.name, records.count < Self.limit else {
            needsAllRecords = true
            return
        }
        let identifier = change.record.identifier(schema: schema)
        let id = RecordID(model: schema.name, key: identifier.stringValue)
        records.append(id)
        identifiers[id] = identifier.predicate
    }

    /// Forgets the changes of records.
    mutating func removeRecords() {
        records = []
        identifiers = [:]
    }

    /// Whether only a query has the result.
    var needsQuery: Bool { store != nil || needsAllRecords || isNewlySynced }
}
