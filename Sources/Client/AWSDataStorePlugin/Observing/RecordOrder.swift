// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The order of a query's records, as the store's SQL has it.
///
/// The key's fields come last, so that records with equal values have an order, too.
struct RecordOrder: Sendable {
    private struct Field: Sendable {
        let name: ModelFieldName
        let isDescending: Bool
    }

    private let fields: [Field]

    /// Whether the query has an order at all; otherwise, records keep the order in which they were read or inserted.
    let isSorted: Bool

    /// Whether the order of two records follows from their own values.
    let isKnown: Bool

    /// Makes the order of a query.
    init(_ sort: [QuerySortDescriptor]?, of schema: ModelSchema) {
        let sort = sort ?? []
        isSorted = !sort.isEmpty
        isKnown = sort.allSatisfy { schema.field(withName: $0.fieldName)?.hasComparableValue ?? false }
        let keys = schema.primaryKey.fields.map { Field(name: $0.name, isDescending: false) }
        fields = sort.map { Field(name: $0.fieldName, isDescending: $0.order == .descending) } + keys
    }

    /// The values by which a record is sorted.
    func values(of record: some Model) -> [SortValue] {
        fields.map { SortValue(record[$0.name] ?? nil) }
    }

    /// Whether the first values come before the second ones.
    func isBefore(_ left: [SortValue], _ right: [SortValue]) -> Bool {
        for (index, field) in fields.enumerated() where left[index] != right[index] {
            return (left[index] < right[index]) != field.isDescending
        }
        return false
    }
}

/// A value as SQLite sorts it: none before numbers, and numbers before texts.
enum SortValue: Sendable, Comparable {
    case null
    case int(Int)
    case double(Double)
    /// A text, which is compared byte by byte.
    case text(String)

    /// The value of a property.
    init(_ value: Any?) {
        self =
            switch FieldValue(value) {
            case .bool(let value): .int(value ? 1 : 0)
            case .int(let value): .int(value)
            // SQLite stores a value that is not a number as none.
            case .double(let value): value.isNaN ? .null : .double(value)
            case .some(let value): .text(value.text)
            case nil: .null
            }
    }

    static func == (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.int(let left), .int(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.int, .double), (.double, .int), (.double, .double): left.number == right.number
        default: false
        }
    }

    static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.int, .double), (.double, .int), (.double, .double): left.number < right.number
        default: left.rank < right.rank
        }
    }

    private var number: Double {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .text: 0
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .int, .double: 1
        case .text: 2
        }
    }
}

extension ModelField {
    /// Whether predicates and orders have the same meaning for the field's column and for the property of a record.
    var hasComparableValue: Bool {
        guard !isArray, !hasAssociation else { return false }
        return switch type {
        case .string, .int, .double, .date, .dateTime, .time, .timestamp, .bool, .enum: true
        default: false
        }
    }
}
