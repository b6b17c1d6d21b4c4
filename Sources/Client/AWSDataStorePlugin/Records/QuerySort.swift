// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The direction of an order of records.
public enum QuerySortOrder: String, Sendable {
    /// The smallest value first.
    case ascending = "asc"

    /// The largest value first.
    case descending = "desc"
}

/// A field that records are sorted by.
public struct QuerySortDescriptor: Sendable {
    let fieldName: String
    let order: QuerySortOrder

    /// Makes an order by a field.
    ///
    /// - Parameters:
    ///   - fieldName: the name of the field.
    ///   - order: the direction.
    public init(fieldName: String, order: QuerySortOrder) {
        self.fieldName = fieldName
        self.order = order
    }
}

extension QuerySortInput {
    /// The fields, the most important one first.
    var descriptors: [QuerySortDescriptor] {
        inputs.map { input in
            switch input {
            case .ascending(let key): QuerySortDescriptor(fieldName: key.stringValue, order: .ascending)
            case .descending(let key): QuerySortDescriptor(fieldName: key.stringValue, order: .descending)
            }
        }
    }
}

/// An order of a table's records.
///
/// A record without a value comes before the others in an ascending order. Records with the same values are in the order
/// of their keys, so that no record is on two pages.
struct RecordOrder: Sendable {
    private let parts: [(column: Int, order: QuerySortOrder)]

    /// Makes an order.
    ///
    /// - Throws: `DataStoreError.invalidCondition` for a field that the model does not have.
    init(_ sort: [QuerySortDescriptor], _ table: ModelTable) throws(DataStoreError) {
        var parts: [(column: Int, order: QuerySortOrder)] = []
        for descriptor in sort {
            let columns = table.columns(of: descriptor.fieldName)
            guard !columns.isEmpty else {
                throw .invalidCondition(
                    "Records of \(table.name) cannot be sorted by \(descriptor.fieldName)",
                    "Sort by a field of the model that has a value of its own")
            }
            for column in columns {
                parts.append((column: table.columns[column].instant ?? column, order: descriptor.order))
            }
        }
        if !parts.contains(where: { $0.column == table.key }) { parts.append((column: table.key, order: .ascending)) }
        self.parts = parts
    }

    /// The order in SQL, with `ORDER BY`.
    func sql(_ table: ModelTable) -> String {
        let terms = parts.map { table.columns[$0.column].sql + ($0.order == .ascending ? "" : " DESC") }
        return "ORDER BY " + terms.joined(separator: ", ")
    }

    /// Whether a record with values of all columns comes before another one.
    func precedes(_ left: [StoredValue], _ right: [StoredValue]) -> Bool {
        for part in parts {
            let (left, right) = (left[part.column], right[part.column])
            if StoredValue.precedes(left, right) { return part.order == .ascending }
            if StoredValue.precedes(right, left) { return part.order == .descending }
        }
        return false
    }
}

extension QueryPaginationInput {
    /// The part of a statement for the page; nil for a page that no record can be on.
    var fragment: SQLFragment? {
        let (skipped, isTooLarge) = page.multipliedReportingOverflow(by: limit)
        guard !isTooLarge, let offset = Int64(exactly: skipped), limit > 0 else { return nil }
        return SQLFragment(
            sql: "LIMIT ? OFFSET ?", values: [.integer(Int64(clamping: limit)), .integer(offset)])
    }
}
