// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The query of an `observeQuery`.
struct ObservedQuery<M: Model>: Sendable {
    let schema: ModelSchema
    let predicate: (any QueryPredicate)?
    /// The order; records with the same values are in the order of their keys.
    let sort: [QuerySortDescriptor]

    init(where predicate: (any QueryPredicate)?, sort: [QuerySortDescriptor]?, schema: ModelSchema = M.schema) {
        self.schema = schema
        self.predicate = predicate
        self.sort = sort ?? []
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
    func rows(_ reader: StoreReader, among identifiers: [any QueryPredicate]) throws -> [String: ObservedRow<M>] {
        let table = try reader.catalog.table(of: schema.name)
        var rows: [String: ObservedRow<M>] = [:]
        for start in stride(from: 0, to: identifiers.count, by: Self.keysAtOnce) {
            let part = identifiers[start..<min(start + Self.keysAtOnce, identifiers.count)]
            var conditions: [any QueryPredicate] = [QueryPredicateGroup(type: .or, predicates: Self.padded(part))]
            if let predicate { conditions.append(predicate) }
            let condition = QueryPredicateGroup(type: .and, predicates: conditions)
            for record in try reader.records(of: M.self, schema, where: condition) {
                let row = try row(record, table)
                rows[row.key] = row
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
        let key = table.keyText(of: record)
        if !sort.isEmpty {
            return ObservedRow(key: key, record: record, values: try table.values(of: record, isNew: true))
        }
        // Only the key counts, so that the other properties need not be read.
        var values = Array(repeating: StoredValue.null, count: table.columns.count)
        values[table.key] = table.keyColumn.value(ofKey: key) ?? .null
        return ObservedRow(key: key, record: record, values: values)
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
    /// The keys of the changed records, in the order of the changes.
    var keys: [String] = []
    /// The conditions that only the record with a key meets.
    var identifiers: [String: any QueryPredicate] = [:]
    /// Whether there were more changes than keys are kept.
    var isOverfull = false
    /// Whether the first exchange of the model has become complete.
    var isNewlySynced = false
    /// Whether the time of a batch is over.
    var isDue = false
    /// Whether no further changes follow.
    var isFinished = false

    /// Adds a change of a record.
    mutating func add(_ change: RecordChange, of schema: ModelSchema) {
        guard keys.count < Self.limit else {
            isOverfull = true
            return
        }
        let identifier = change.record.identifier(schema: schema)
        keys.append(identifier.stringValue)
        identifiers[identifier.stringValue] = identifier.predicate
    }

    /// Forgets the changes of records.
    mutating func removeKeys() {
        keys = []
        identifiers = [:]
    }

    /// Whether only a query has the result.
    var needsQuery: Bool { store != nil || isOverfull || isNewlySynced }
}
