// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A condition on a record: of a mutation, of a filter, or of a rule.
package indirect enum Condition: Hashable, Sendable {
    /// All of them hold; true if there are none.
    case all([Condition])
    /// One of them holds; false if there are none.
    case any([Condition])
    /// It does not hold.
    case not(Condition)
    /// A field compares.
    case field(String, Comparison)

    /// The fields that the condition reads.
    package var fields: Set<String> {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.fields) }
        case .not(let condition): condition.fields
        case .field(let name, _): [name]
        }
    }
}

/// A comparison of a field's value.
package enum Comparison: Hashable, Sendable {
    /// An order of two values.
    package enum Order: String, Hashable, Sendable {
        /// Less.
        case less = "lt"
        /// Less or equal.
        case atMost = "le"
        /// Greater.
        case greater = "gt"
        /// Greater or equal.
        case atLeast = "ge"

        func holds(_ order: ValueOrder) -> Bool {
            switch self {
            case .less: order == .ascending
            case .atMost: order != .descending
            case .greater: order == .descending
            case .atLeast: order != .ascending
            }
        }
    }

    /// Equal.
    case equal(GraphQLValue)
    /// Not equal; a missing value is not equal to any.
    case notEqual(GraphQLValue)
    /// In an order to another value.
    case order(Order, GraphQLValue)
    /// From one value to another, both included.
    case between(GraphQLValue, GraphQLValue)
    /// A part of a text, or an element of a list.
    case contains(GraphQLValue)
    /// No part and no element.
    case notContains(GraphQLValue)
    /// The beginning of a text.
    case beginsWith(String)
    /// Whether there is a value.
    case exists(Bool)
    /// The kind of the value.
    case type(AttributeType)
    /// The length of a text or a list.
    indirect case size(Comparison)
    /// The length of a text or a list, in all of these ways.
    case sizes([Comparison])
    /// One of some values.
    case isIn([GraphQLValue])
    /// None of some values.
    case notIn([GraphQLValue])
    /// An element of the list is one of some values.
    case containsAny([GraphQLValue])
}

/// The kinds of attributes of the original's table store.
package enum AttributeType: String, Hashable, Sendable, CaseIterable {
    /// Bytes, which no scalar has.
    case binary
    /// A set of bytes, which no scalar has.
    case binarySet
    /// A boolean.
    case bool
    /// A list.
    case list
    /// A value of a plain type.
    case map
    /// A number.
    case number
    /// A set of numbers, which no scalar has.
    case numberSet
    /// A text.
    case string
    /// A set of texts, which no scalar has.
    case stringSet
    /// An explicit `null`.
    case null = "_null"

    /// The kind of a value.
    package init(of value: GraphQLValue) {
        self =
            switch value {
            case .null: .null
            case .int, .float: .number
            case .string, .enumeration: .string
            case .boolean: .bool
            case .list: .list
            case .object: .map
            }
    }
}

/// The order of two values.
package enum ValueOrder: Hashable, Sendable {
    /// The first value is less.
    case ascending
    /// They are equal.
    case same
    /// The first value is greater.
    case descending

    /// Compares numbers by value and texts by their bytes in UTF-8; `nil` for values of different kinds and others.
    package init?(_ one: GraphQLValue, _ other: GraphQLValue) {
        switch (one, other) {
        case (.int(let one), .int(let other)): self = one < other ? .ascending : one == other ? .same : .descending
        case (.int, .float), (.float, .int), (.float, .float):
            guard let one = one.number, let other = other.number, !one.isNaN, !other.isNaN else { return nil }
            self = one < other ? .ascending : one == other ? .same : .descending
        default:
            guard let one = one.text, let other = other.text else { return nil }
            self = Self.bytes(one, other)
        }
    }

    private static func bytes(_ one: String, _ other: String) -> ValueOrder {
        if one.utf8.lexicographicallyPrecedes(other.utf8) { return .ascending }
        return one.utf8.elementsEqual(other.utf8) ? .same : .descending
    }
}

extension GraphQLValue {
    /// The number as floating point.
    fileprivate var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
}
