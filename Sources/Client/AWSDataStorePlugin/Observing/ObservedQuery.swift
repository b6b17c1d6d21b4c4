// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The query of an `observeQuery`.
struct ObservedQuery<M: Model>: Sendable {
    let schema: ModelSchema
    let predicate: (any QueryPredicate)?
    let sort: [QuerySortDescriptor]?
    let order: RecordOrder
    /// Whether the condition has the same result for a record as in SQL.
    private let isPlain: Bool

    init(where predicate: (any QueryPredicate)?, sort: [QuerySortDescriptor]?, schema: ModelSchema = M.schema) {
        self.schema = schema
        self.predicate = predicate
        self.sort = sort
        order = RecordOrder(sort, of: schema)
        isPlain = predicate?.comparesOnlyValues(of: schema) ?? true
    }

    /// All records that meet the condition, with their keys, in order.
    func records(_ reader: StoreReader) throws -> [(key: String, record: M)] {
        try reader.records(of: M.self, where: predicate, sort: sort, page: nil).map { record in
            (record.identifier(schema: schema).stringValue, record)
        }
    }

    /// The record with a key; nil if there is none, or if it does not meet the condition.
    func record(_ reader: StoreReader, key: String) throws -> M? {
        guard let record = try reader.record(of: schema, key: key) as? M else { return nil }
        guard let predicate else { return record }
        let fits = try isPlain ? predicate.evaluate(target: record) : reader.fits(schema, key: key, predicate)
        return fits ? record : nil
    }
}

/// The changes that wait for an observed query.
struct ObservedChanges: Sendable {
    /// The number of changes beyond which the records are queried anew.
    static let limit = 10_000

    /// The store, if it is another one since the last snapshot, or has other records as a whole.
    var store: LocalStore?
    /// The keys of the changed records, in the order of the changes.
    var keys: [String] = []
    /// Whether there were more changes than keys are kept.
    var isOverfull = false
    /// Whether the first exchange of the model has become complete.
    var isNewlySynced = false
    /// Whether the time of a batch is over.
    var isDue = false
    /// Whether no further changes follow.
    var isFinished = false

    /// Adds a change of a record.
    mutating func add(_ key: String) {
        guard keys.count < Self.limit else {
            isOverfull = true
            return
        }
        keys.append(key)
    }

    /// Whether only a query has the result.
    var needsQuery: Bool { store != nil || isOverfull || isNewlySynced }
}

extension QueryPredicate {
    /// Whether the condition concerns only fields whose columns have the same values as the properties of a record.
    func comparesOnlyValues(of schema: ModelSchema) -> Bool {
        switch self {
        case let group as QueryPredicateGroup:
            group.predicates.allSatisfy { $0.comparesOnlyValues(of: schema) }
        case let operation as QueryPredicateOperation:
            schema.field(withName: operation.field)?.hasComparableValue ?? false
        default: self is QueryPredicateConstant
        }
    }
}
