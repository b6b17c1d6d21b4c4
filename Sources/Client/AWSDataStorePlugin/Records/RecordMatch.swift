// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension ModelTable {
    /// Whether a record meets a condition, with the result that the condition has in SQL.
    ///
    /// - Throws: `DataStoreError.invalidCondition` as the condition in SQL, or the error of a value that the store cannot
    ///   keep.
    func fits(_ record: any Model, _ predicate: any QueryPredicate) throws -> Bool {
        switch predicate {
        case let group as QueryPredicateGroup:
            switch group.type {
            case .and: return try group.predicates.allSatisfy { try fits(record, $0) }
            case .or: return try group.predicates.contains { try fits(record, $0) }
            case .not: return try group.predicates.first.map { try !fits(record, $0) } ?? true
            }
        case let operation as QueryPredicateOperation: return try fits(record, operation)
        default: return predicate.evaluate(target: record)
        }
    }

    /// A relation is compared by its attribute, which may be in a reference only.
    private func fits(_ record: any Model, _ operation: QueryPredicateOperation) throws -> Bool {
        guard let index = columns(of: operation.field).first,
            !columns[index].isField || columnsByName[operation.field] == nil
        else { return operation.evaluate(target: record) }
        // It refuses a relation with several attributes.
        _ = try PredicateSQL(self).condition(operation)
        let value = try values(of: record, isNew: true)[index]
        return operation.operator.evaluate(target: try value.property(columns[index].kind))
    }
}

extension StoredValue {
    /// The value as a property has it; nil for none.
    fileprivate func property(_ kind: ModelColumn.Kind) throws -> Any? {
        switch (self, kind) {
        case (.null, _): return nil
        case (.integer(let value), .bool): return value != 0
        case (.integer(let value), _): return Int(value)
        case (.real(let value), _): return value
        case (.text(let value), .dateTime): return try Temporal.DateTime(iso8601String: value)
        case (.text(let value), .date): return try Temporal.Date(iso8601String: value)
        case (.text(let value), .time): return try Temporal.Time(iso8601String: value)
        case (.text(let value), _): return value
        }
    }
}
