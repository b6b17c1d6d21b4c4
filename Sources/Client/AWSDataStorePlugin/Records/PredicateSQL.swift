// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// Conditions on the records of a table in SQL.
///
/// A condition has the same result as `evaluate(target:)`, except that a relation to one record is compared by its
/// attribute, as by the service. SQL has a third result for a comparison with no value; it counts as false, and `not` makes
/// it true.
struct PredicateSQL {
    private let table: ModelTable

    init(_ table: ModelTable) {
        self.table = table
    }

    /// The condition in SQL.
    ///
    /// - Throws: `DataStoreError.invalidCondition` for a relation with several attributes, and for a condition of a type
    ///   that is not the library's.
    func condition(_ predicate: any QueryPredicate) throws(DataStoreError) -> SQLFragment {
        switch predicate {
        case let operation as QueryPredicateOperation: return try comparison(operation.field, operation.operator)
        case let group as QueryPredicateGroup: return try condition(group)
        case is QueryPredicateConstant: return .always
        default:
            throw .invalidCondition(
                "The store does not know conditions of the type \(type(of: predicate))",
                "Make conditions of fields, and combine them with &&, || and not")
        }
    }

    private func condition(_ group: QueryPredicateGroup) throws(DataStoreError) -> SQLFragment {
        var conditions: [SQLFragment] = []
        for predicate in group.predicates {
            conditions.append(try condition(predicate))
            if group.type == .not { break }
        }
        switch group.type {
        case .and: return conditions.isEmpty ? .always : .joined(conditions[...], with: "AND")
        case .or: return conditions.isEmpty ? .never : .joined(conditions[...], with: "OR")
        case .not:
            return conditions.first.map(\.opposite) ?? .always
        }
    }

    /// What a condition compares.
    private enum Operand {
        case column(ModelColumn)
        /// A value in each record that no comparison fits, such as a list of related records.
        case otherValue
        /// No value in any record, as of an unknown field.
        case nothing
    }

    private func operand(_ field: String) throws(DataStoreError) -> Operand {
        if let column = table.column(named: field) { return .column(column) }
        if let reference = table.references.first(where: { $0.field.name == field }) {
            guard reference.columns.count == 1 else {
                throw .invalidCondition(
                    "The relation \(field) of \(table.name) has several attributes",
                    "Compare its attributes: "
                        + reference.columns.map { table.columns[$0].name }.joined(separator: ", "))
            }
            return .column(table.columns[reference.columns[0]])
        }
        return table.schema.field(withName: field)?.type.isArray == true ? .otherValue : .nothing
    }

    private func comparison(_ field: String, _ comparison: QueryOperator) throws(DataStoreError) -> SQLFragment {
        switch try operand(field) {
        case .column(let column): return ColumnComparison(column, table).condition(comparison)
        case .otherValue: return comparison.condition(hasValue: true)
        case .nothing: return comparison.condition(hasValue: false)
        }
    }
}

extension SQLFragment {
    /// The opposite of a condition: true where the condition is false, and where it has no result.
    fileprivate var opposite: SQLFragment { SQLFragment(sql: "((\(sql)) IS NOT TRUE)", values: values) }
}

extension QueryOperator {
    /// The condition on a field of which only is known whether it has a value.
    fileprivate func condition(hasValue: Bool) -> SQLFragment {
        let isMet =
            switch self {
            case .equals(let value): value == nil && !hasValue
            case .notEqual(let value): value != nil || hasValue
            case .attributeExists(let exists): exists == hasValue
            case .notContains: true
            case .lessOrEqual, .lessThan, .greaterOrEqual, .greaterThan, .contains, .between, .beginsWith: false
            }
        return isMet ? .always : .never
    }
}

/// Comparisons of a column's values.
private struct ColumnComparison {
    /// The whole numbers below this one have an exact form as floating-point numbers.
    private static let exactLimit = 9_007_199_254_740_992.0

    private let column: ModelColumn
    private let table: ModelTable
    private let name: String

    init(_ column: ModelColumn, _ table: ModelTable) {
        self.column = column
        self.table = table
        name = column.sql
    }

    func condition(_ comparison: QueryOperator) -> SQLFragment {
        switch comparison {
        case .equals(.none): SQLFragment(sql: "\(name) IS NULL")
        case .notEqual(.none): SQLFragment(sql: "\(name) IS NOT NULL")
        case .attributeExists(let exists): SQLFragment(sql: "\(name) IS \(exists ? "NOT " : "")NULL")
        case .equals(.some(let value)): compare("=", value) ?? .never
        case .notEqual(.some(let value)): compare("IS NOT", value) ?? .always
        case .lessOrEqual(let value): order("<=", value)
        case .lessThan(let value): order("<", value)
        case .greaterOrEqual(let value): order(">=", value)
        case .greaterThan(let value): order(">", value)
        case .between(let start, let end): .joined([order(">=", start), order("<=", end)], with: "AND")
        case .contains(let part): contains(part) ?? .never
        case .notContains(let part): contains(part).map(\.opposite) ?? .always
        case .beginsWith(let beginning): begins(with: beginning)
        }
    }

    private func order(_ sign: String, _ value: any Persistable) -> SQLFragment {
        column.kind == .bool ? .never : compare(sign, value) ?? .never
    }

    /// The comparison with a value; nil for a value of another kind, which is neither the same nor in an order.
    private func compare(_ sign: String, _ value: any Persistable) -> SQLFragment? {
        guard let value = FieldValue(value) else { return nil }
        switch (column.kind, value) {
        case (.text, .text(let text)), (.enumeration, .text(let text)): return fragment(name, sign, .text(text))
        case (.integer, .int(let number)): return fragment(name, sign, .integer(Int64(number)))
        case (.integer, .double(let number)):
            guard !number.isNaN else { return nil }
            // Conditions in memory round a large whole number first; SQLite would compare the exact values.
            let isExact = abs(number) < Self.exactLimit
            return fragment(isExact ? name : "CAST(\(name) AS REAL)", sign, .real(number))
        case (.real, .int(let number)): return fragment(name, sign, .real(Double(number)))
        case (.real, .double(let number)): return number.isNaN ? nil : fragment(name, sign, .real(number))
        case (.bool, .bool(let flag)): return fragment(name, sign, .integer(flag ? 1 : 0))
        case (.date, .date), (.time, .time): return fragment(name, sign, .text(value.text))
        case (.dateTime, .dateTime(let moment)):
            let instant = column.instant.map { table.columns[$0].sql } ?? name
            return fragment(instant, sign, .integer(moment.milliseconds))
        default: return nil
        }
    }

    private func fragment(_ left: String, _ sign: String, _ value: StoredValue) -> SQLFragment {
        SQLFragment(sql: "\(left) \(sign) ?", values: [value])
    }

    private var isText: Bool { column.kind == .text || column.kind == .enumeration }

    /// Whether a text has a part, or a list an element; nil for a column of other values.
    private func contains(_ part: String) -> SQLFragment? {
        if isText { return SQLFragment(sql: "instr(\(name), ?) > 0", values: [.text(part)]) }
        guard column.kind == .json else { return nil }
        // A list has elements, any other plain type has no parts. The names of SQLite's function are also names of fields.
        let list = "\(table.sql).\(name)"
        return SQLFragment(
            sql: """
                (json_type(\(list)) = 'array' AND EXISTS \
                (SELECT 1 FROM json_each(\(list)) WHERE json_each.type = 'text' AND json_each.value = ?))
                """,
            values: [.text(part)])
    }

    /// Texts that begin with another one are from it up to the next text of its length, a range that an index has.
    private func begins(with beginning: String) -> SQLFragment {
        guard isText else { return .never }
        guard let end = beginning.successor else { return fragment(name, ">=", .text(beginning)) }
        return SQLFragment(sql: "(\(name) >= ? AND \(name) < ?)", values: [.text(beginning), .text(end)])
    }
}

extension String {
    /// The end of the range of texts that begin with this one, in the order of bytes; nil if the range has no end.
    fileprivate var successor: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // No character has a number of the surrogates.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let next = Unicode.Scalar(next) else { continue }
            var text = String.UnicodeScalarView(scalars)
            text.append(next)
            return String(text)
        }
        return nil
    }
}
