// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A field as the start of a condition.
public protocol QueryFieldOperation {
    /// Whether the field has a value.
    func attributeExists(_ value: Bool) -> QueryPredicateOperation

    /// A text that begins with the value.
    func beginsWith(_ value: String) -> QueryPredicateOperation

    /// At least the first value and at most the second.
    func between(start: any Persistable, end: any Persistable) -> QueryPredicateOperation

    /// A text with the value in it.
    func contains(_ value: String) -> QueryPredicateOperation

    /// A text without the value in it.
    func notContains(_ value: String) -> QueryPredicateOperation

    /// The value, or no value.
    func eq(_ value: (any Persistable)?) -> QueryPredicateOperation

    /// The value of an enumeration.
    func eq(_ value: any EnumPersistable) -> QueryPredicateOperation

    /// At least the value.
    func ge(_ value: any Persistable) -> QueryPredicateOperation

    /// More than the value.
    func gt(_ value: any Persistable) -> QueryPredicateOperation

    /// At most the value.
    func le(_ value: any Persistable) -> QueryPredicateOperation

    /// Less than the value.
    func lt(_ value: any Persistable) -> QueryPredicateOperation

    /// Another value, or any value.
    func ne(_ value: (any Persistable)?) -> QueryPredicateOperation

    /// Another value of an enumeration.
    func ne(_ value: any EnumPersistable) -> QueryPredicateOperation

    /// A text with the value in it.
    static func ~= (key: Self, value: String) -> QueryPredicateOperation

    /// The value.
    static func == (key: Self, value: (any Persistable)?) -> QueryPredicateOperation

    /// The value.
    static func == (key: Self, value: any EnumPersistable) -> QueryPredicateOperation

    /// At least the value.
    static func >= (key: Self, value: any Persistable) -> QueryPredicateOperation

    /// More than the value.
    static func > (key: Self, value: any Persistable) -> QueryPredicateOperation

    /// At most the value.
    static func <= (key: Self, value: any Persistable) -> QueryPredicateOperation

    /// Less than the value.
    static func < (key: Self, value: any Persistable) -> QueryPredicateOperation

    /// Another value.
    static func != (key: Self, value: (any Persistable)?) -> QueryPredicateOperation

    /// Another value.
    static func != (key: Self, value: any EnumPersistable) -> QueryPredicateOperation
}

extension QueryFieldOperation {
    /// A text with the value in it.
    public static func ~= (key: Self, value: String) -> QueryPredicateOperation { key.contains(value) }

    /// The value.
    public static func == (key: Self, value: (any Persistable)?) -> QueryPredicateOperation { key.eq(value) }

    /// The value.
    public static func == (key: Self, value: any EnumPersistable) -> QueryPredicateOperation { key.eq(value) }

    /// At least the value.
    public static func >= (key: Self, value: any Persistable) -> QueryPredicateOperation { key.ge(value) }

    /// More than the value.
    public static func > (key: Self, value: any Persistable) -> QueryPredicateOperation { key.gt(value) }

    /// At most the value.
    public static func <= (key: Self, value: any Persistable) -> QueryPredicateOperation { key.le(value) }

    /// Less than the value.
    public static func < (key: Self, value: any Persistable) -> QueryPredicateOperation { key.lt(value) }

    /// Another value.
    public static func != (key: Self, value: (any Persistable)?) -> QueryPredicateOperation { key.ne(value) }

    /// Another value.
    public static func != (key: Self, value: any EnumPersistable) -> QueryPredicateOperation { key.ne(value) }
}

/// The field with a name, as the start of a condition.
public func field(_ name: String) -> QueryField {
    QueryField(name: name)
}

/// A field by its name.
public struct QueryField: QueryFieldOperation, Sendable {
    /// The name.
    public let name: String

    /// Whether the field has a value.
    public func attributeExists(_ value: Bool) -> QueryPredicateOperation { condition(.attributeExists(value)) }

    /// A text that begins with the value.
    public func beginsWith(_ value: String) -> QueryPredicateOperation { condition(.beginsWith(value)) }

    /// At least the first value and at most the second.
    public func between(start: any Persistable, end: any Persistable) -> QueryPredicateOperation {
        condition(.between(start: start, end: end))
    }

    /// A text with the value in it.
    public func contains(_ value: String) -> QueryPredicateOperation { condition(.contains(value)) }

    /// A text without the value in it.
    public func notContains(_ value: String) -> QueryPredicateOperation { condition(.notContains(value)) }

    /// The value, or no value.
    public func eq(_ value: (any Persistable)?) -> QueryPredicateOperation { condition(.equals(value)) }

    /// The value of an enumeration.
    public func eq(_ value: any EnumPersistable) -> QueryPredicateOperation { condition(.equals(value.rawValue)) }

    /// At least the value.
    public func ge(_ value: any Persistable) -> QueryPredicateOperation { condition(.greaterOrEqual(value)) }

    /// More than the value.
    public func gt(_ value: any Persistable) -> QueryPredicateOperation { condition(.greaterThan(value)) }

    /// At most the value.
    public func le(_ value: any Persistable) -> QueryPredicateOperation { condition(.lessOrEqual(value)) }

    /// Less than the value.
    public func lt(_ value: any Persistable) -> QueryPredicateOperation { condition(.lessThan(value)) }

    /// Another value, or any value.
    public func ne(_ value: (any Persistable)?) -> QueryPredicateOperation { condition(.notEqual(value)) }

    /// Another value of an enumeration.
    public func ne(_ value: any EnumPersistable) -> QueryPredicateOperation { condition(.notEqual(value.rawValue)) }

    private func condition(_ value: QueryOperator) -> QueryPredicateOperation {
        QueryPredicateOperation(field: name, operator: value)
    }
}

/// The key of a model's field.
public protocol ModelKey: CodingKey, CaseIterable, QueryFieldOperation {}

extension CodingKey where Self: ModelKey {
    /// Whether the field has a value.
    public func attributeExists(_ value: Bool) -> QueryPredicateOperation { field(stringValue).attributeExists(value) }

    /// A text that begins with the value.
    public func beginsWith(_ value: String) -> QueryPredicateOperation { field(stringValue).beginsWith(value) }

    /// At least the first value and at most the second.
    public func between(start: any Persistable, end: any Persistable) -> QueryPredicateOperation {
        field(stringValue).between(start: start, end: end)
    }

    /// A text with the value in it.
    public func contains(_ value: String) -> QueryPredicateOperation { field(stringValue).contains(value) }

    /// A text without the value in it.
    public func notContains(_ value: String) -> QueryPredicateOperation { field(stringValue).notContains(value) }

    /// The value, or no value.
    public func eq(_ value: (any Persistable)?) -> QueryPredicateOperation { field(stringValue).eq(value) }

    /// The value of an enumeration.
    public func eq(_ value: any EnumPersistable) -> QueryPredicateOperation { field(stringValue).eq(value) }

    /// At least the value.
    public func ge(_ value: any Persistable) -> QueryPredicateOperation { field(stringValue).ge(value) }

    /// More than the value.
    public func gt(_ value: any Persistable) -> QueryPredicateOperation { field(stringValue).gt(value) }

    /// At most the value.
    public func le(_ value: any Persistable) -> QueryPredicateOperation { field(stringValue).le(value) }

    /// Less than the value.
    public func lt(_ value: any Persistable) -> QueryPredicateOperation { field(stringValue).lt(value) }

    /// Another value, or any value.
    public func ne(_ value: (any Persistable)?) -> QueryPredicateOperation { field(stringValue).ne(value) }

    /// Another value of an enumeration.
    public func ne(_ value: any EnumPersistable) -> QueryPredicateOperation { field(stringValue).ne(value) }
}
