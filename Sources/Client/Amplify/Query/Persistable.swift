// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of a field that predicates compare: a text, a number, a truth value, a date or a time.
public protocol Persistable: Encodable, Sendable {}

extension Bool: Persistable {}
extension Double: Persistable {}
extension Int: Persistable {}
extension String: Persistable {}
extension Temporal.Date: Persistable {}
extension Temporal.DateTime: Persistable {}
extension Temporal.Time: Persistable {}

/// A value of a field in the form in which predicates compare it.
package enum FieldValue: Sendable {
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// Any other number.
    case double(Double)
    /// A text, or the raw value of an enumeration.
    case text(String)
    /// A day.
    case date(Temporal.Date)
    /// A day and a time.
    case dateTime(Temporal.DateTime)
    /// A time of day.
    case time(Temporal.Time)

    /// Reads a property's value; nil for a value that predicates do not compare, and for none.
    package init?(_ value: Any?) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .text(value)
        case let value as Temporal.Date: self = .date(value)
        case let value as Temporal.DateTime: self = .dateTime(value)
        case let value as Temporal.Time: self = .time(value)
        case let value as any EnumPersistable: self = .text(value.rawValue)
        default: return nil
        }
    }

    /// The value as a text: dates and times in the format `.full`.
    package var text: String {
        switch self {
        case .bool(let value): String(value)
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .text(let value): value
        case .date(let value): value.iso8601String
        case .dateTime(let value): value.iso8601String
        case .time(let value): value.iso8601String
        }
    }

    /// The value in a type of JSON.
    package var json: any Sendable {
        switch self {
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        case .text, .date, .dateTime, .time: text
        }
    }

    /// The order of two values; nil for values of different kinds.
    ///
    /// Whole numbers are compared with others as numbers, texts by their bytes in UTF-8, as the service and the local
    /// store compare them.
    func order(_ other: FieldValue) -> Order? {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): left == right ? .same : .different
        case (.int(let left), .int(let right)): Order(left, right)
        case (.double(let left), .double(let right)): Order(left, right)
        case (.int(let left), .double(let right)): Order(Double(left), right)
        case (.double(let left), .int(let right)): Order(left, Double(right))
        case (.text(let left), .text(let right)): Order(bytesOf: left, right)
        case (.date(let left), .date(let right)): Order(left, right)
        case (.dateTime(let left), .dateTime(let right)): Order(left, right)
        case (.time(let left), .time(let right)): Order(left, right)
        default: nil
        }
    }

    /// The result of a comparison.
    enum Order {
        case less, same, greater
        /// Not the same, in a type without an order.
        case different

        init?<Value: Comparable>(_ left: Value, _ right: Value) {
            if left == right {
                self = .same
            } else if left < right {
                self = .less
            } else if left > right {
                self = .greater
            } else {
                // A number that is not a number.
                return nil
            }
        }

        init(bytesOf left: String, _ right: String) {
            if left.utf8.elementsEqual(right.utf8) {
                self = .same
            } else {
                self = left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
            }
        }
    }
}
