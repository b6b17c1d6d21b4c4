// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A condition on the value of a field.
public enum QueryOperator: Encodable, Sendable {
    /// Another value; a field without a value fits, except with nil.
    case notEqual(_ value: (any Persistable)?)

    /// The value, or no value.
    case equals(_ value: (any Persistable)?)

    /// At most the value.
    case lessOrEqual(_ value: any Persistable)

    /// Less than the value.
    case lessThan(_ value: any Persistable)

    /// At least the value.
    case greaterOrEqual(_ value: any Persistable)

    /// More than the value.
    case greaterThan(_ value: any Persistable)

    /// A text with the value in it, or a list with the value.
    case contains(_ value: String)

    /// The opposite of `contains`; a field without a value fits, as in the service.
    case notContains(_ value: String)

    /// At least the first value and at most the second.
    case between(start: any Persistable, end: any Persistable)

    /// A text that begins with the value.
    case beginsWith(_ value: String)

    /// Whether the field has a value.
    case attributeExists(_ value: Bool)

    /// Whether the condition holds for a value; nil is no value.
    ///
    /// No order is defined between values of different kinds, except between whole and other numbers. Texts are compared
    /// by their bytes in UTF-8, as the service does.
    public func evaluate(target: Any?) -> Bool {
        switch self {
        case .notEqual(let value): return !Self.isSame(target, value)
        case .equals(let value): return Self.isSame(target, value)
        case .lessOrEqual(let value): return Self.isOrdered(target, value, [.less, .same])
        case .lessThan(let value): return Self.isOrdered(target, value, [.less])
        case .greaterOrEqual(let value): return Self.isOrdered(target, value, [.greater, .same])
        case .greaterThan(let value): return Self.isOrdered(target, value, [.greater])
        case .between(let start, let end):
            return Self.isOrdered(target, start, [.greater, .same]) && Self.isOrdered(target, end, [.less, .same])
        case .contains(let part): return Self.contains(target, part)
        case .notContains(let part): return !Self.contains(target, part)
        case .beginsWith(let part): return Self.text(target)?.utf8.starts(with: part.utf8) ?? false
        case .attributeExists(let exists): return exists == !Self.isNone(target)
        }
    }

    private static func isNone(_ value: Any?) -> Bool {
        guard let value else { return true }
        if case Optional<Any>.none = value { return true }
        return false
    }

    private static func text(_ target: Any?) -> String? {
        guard case .text(let text) = FieldValue(target) else { return nil }
        return text
    }

    /// Whether a text has a part, or a list an element; false for any other value.
    private static func contains(_ target: Any?, _ part: String) -> Bool {
        if let text = Self.text(target) { return part.isEmpty || text.utf8.contains(part.utf8) }
        guard let list = target as? [Any] else { return false }
        return list.contains { element in
            switch FieldValue(element) {
            case .text, .date, .dateTime, .time:
                FieldValue(element)?.text.utf8.elementsEqual(part.utf8) ?? false
            case .bool, .int, .double, nil: false
            }
        }
    }

    private static func isSame(_ target: Any?, _ value: (any Persistable)?) -> Bool {
        guard let value else { return isNone(target) }
        guard let left = FieldValue(target), let right = FieldValue(value) else { return false }
        return left.order(right) == .same
    }

    private static func isOrdered(_ target: Any?, _ value: any Persistable, _ orders: [FieldValue.Order]) -> Bool {
        guard let left = FieldValue(target), let right = FieldValue(value), let order = left.order(right) else {
            return false
        }
        if case .bool = left { return false }
        return orders.contains(order)
    }
}

extension QueryOperator {
    /// The name of the condition in a filter of AWS AppSync.
    package var name: String {
        switch self {
        case .notEqual: "ne"
        case .equals: "eq"
        case .lessOrEqual: "le"
        case .lessThan: "lt"
        case .greaterOrEqual: "ge"
        case .greaterThan: "gt"
        case .contains: "contains"
        case .notContains: "notContains"
        case .between: "between"
        case .beginsWith: "beginsWith"
        case .attributeExists: "attributeExists"
        }
    }

    /// The values that the field is compared with; nil is no value.
    package var values: [(any Persistable)?] {
        switch self {
        case .notEqual(let value), .equals(let value): [value]
        case .lessOrEqual(let value), .lessThan(let value), .greaterOrEqual(let value), .greaterThan(let value): [value]
        case .contains(let value), .notContains(let value), .beginsWith(let value): [value]
        case .between(let start, let end): [start, end]
        case .attributeExists(let value): [value]
        }
    }

    private enum Member: String, CodingKey {
        case type, value, start, end
    }

    /// Writes the name of the case as `type`, and the values as `value`, or as `start` and `end`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(caseName, forKey: .type)
        let members: [Member] = if case .between = self { [.start, .end] } else { [.value] }
        for (member, value) in zip(members, values) {
            guard let value else { continue }
            try value.encode(to: container.superEncoder(forKey: member))
        }
    }

    private var caseName: String {
        switch self {
        case .notEqual: "notEqual"
        case .equals: "equals"
        case .lessOrEqual: "lessOrEqual"
        case .lessThan: "lessThan"
        case .greaterOrEqual: "greaterOrEqual"
        case .greaterThan: "greaterThan"
        case .contains, .notContains, .between, .beginsWith, .attributeExists: name
        }
    }
}

extension QueryOperator: Equatable {
    /// Whether the conditions are of the same kind with the same values; a whole number differs from any other number.
    public static func == (lhs: QueryOperator, rhs: QueryOperator) -> Bool {
        guard lhs.name == rhs.name else { return false }
        return zip(lhs.values, rhs.values).allSatisfy { left, right in
            switch (left.flatMap(FieldValue.init), right.flatMap(FieldValue.init)) {
            case (nil, nil): true
            case (.int, .double), (.double, .int): false
            case (let left?, let right?): left.order(right) == .same
            case (nil, _?), (_?, nil): false
            }
        }
    }
}
