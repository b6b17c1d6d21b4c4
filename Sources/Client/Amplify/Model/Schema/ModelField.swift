// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The type of a field's values.
///
/// Unchecked because a type that is only `Codable` has no sendable metatype for the compiler; metatypes have no state.
public enum ModelFieldType: @unchecked Sendable {
    /// A text.
    case string

    /// A whole number.
    case int

    /// A number.
    case double

    /// A day.
    case date

    /// A day and a time.
    case dateTime

    /// A time of day.
    case time

    /// Seconds since 1970.
    case timestamp

    /// A truth value.
    case bool

    /// An enumeration.
    case `enum`(type: any EnumPersistable.Type)

    /// A value of a plain type, which has a schema if it is `Embeddable`.
    case embedded(type: any Codable.Type, schema: ModelSchema?)

    /// A list of values of a plain type.
    case embeddedCollection(of: any Codable.Type, schema: ModelSchema?)

    /// A related record.
    case model(name: ModelName)

    /// Related records.
    case collection(of: ModelName)

    /// A related record.
    public static func model(type: any Model.Type) -> ModelFieldType {
        .model(name: type.modelName)
    }

    /// Related records.
    public static func collection(of type: any Model.Type) -> ModelFieldType {
        .collection(of: type.modelName)
    }

    /// A value of a plain type.
    public static func embedded(type: any Codable.Type) -> ModelFieldType {
        .embedded(type: type, schema: (type as? any Embeddable.Type)?.schema)
    }

    /// A list of values of a plain type.
    public static func embeddedCollection(of type: any Codable.Type) -> ModelFieldType {
        .embeddedCollection(of: type, schema: (type as? any Embeddable.Type)?.schema)
    }

    /// A value of a plain type of earlier generators.
    @available(*, deprecated, message: "Use embedded(type:) or embeddedCollection(of:).")
    public static func customType(_ type: any Codable.Type) -> ModelFieldType {
        .embedded(type: type, schema: nil)
    }

    /// The type of fields with values of a Swift type; a text for a type that no field can have.
    public static func from(type: Any.Type) -> ModelFieldType {
        switch type {
        case is Int.Type, is Int64.Type: .int
        case is Double.Type: .double
        case is Bool.Type: .bool
        case is Temporal.Date.Type: .date
        case is Temporal.DateTime.Type: .dateTime
        case is Temporal.Time.Type: .time
        case is String.Type: .string
        case let type as any EnumPersistable.Type: .enum(type: type)
        case let type as any Model.Type: .model(type: type)
        case let type as any Codable.Type: .embedded(type: type)
        default: .string
        }
    }

    /// Whether a value is a list.
    public var isArray: Bool {
        switch self {
        case .collection, .embeddedCollection: true
        default: false
        }
    }
}

/// Whether a field may have no value.
public enum ModelFieldNullability: Sendable {
    /// The field may have no value.
    case optional

    /// The field has a value.
    case required
}

/// An attribute of a field.
public enum ModelFieldAttribute: Sendable {
    /// The field is part of the key.
    @available(*, deprecated, message: "Use the primaryKey of the schema.")
    case primaryKey
}

/// A field of a model or of a plain type.
public struct ModelField: Sendable {
    /// The name in the schema.
    public let name: ModelFieldName

    /// The type of the values.
    public let type: ModelFieldType

    /// Whether the field has a value in each record.
    public let isRequired: Bool

    /// Whether only the service sets the field.
    public let isReadOnly: Bool

    /// Whether a value is a list.
    public let isArray: Bool

    /// The attributes.
    public let attributes: [ModelFieldAttribute]

    /// The relation; nil for a field with a value of its own.
    public let association: ModelAssociation?

    /// The rules of the field.
    public let authRules: AuthRules

    /// Whether the field has the attribute of a key.
    @available(*, deprecated, message: "Use the primaryKey of the schema.")
    public var isPrimaryKey: Bool { hasKeyAttribute }

    /// Whether the field has the attribute of a key, which is the only one.
    var hasKeyAttribute: Bool { !attributes.isEmpty }

    /// Makes a field.
    public init(
        name: String,
        type: ModelFieldType,
        isRequired: Bool = false,
        isReadOnly: Bool = false,
        isArray: Bool = false,
        attributes: [ModelFieldAttribute] = [],
        association: ModelAssociation? = nil,
        authRules: AuthRules = []
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.isArray = isArray
        self.attributes = attributes
        self.association = association
        self.authRules = authRules
    }
}

extension ModelField {
    /// The plain type of the values.
    @available(*, deprecated, message: "Use embeddedTypeSchema.")
    public var embeddedType: (any Embeddable.Type)? {
        switch type {
        case .embedded(let type, _), .embeddedCollection(let type, _): type as? any Embeddable.Type
        default: nil
        }
    }

    /// The schema of the plain type of the values.
    public var embeddedTypeSchema: ModelSchema? {
        switch type {
        case .embedded(_, let schema), .embeddedCollection(_, let schema): schema
        default: nil
        }
    }

    /// Whether the values are of a plain type.
    public var isEmbeddedType: Bool {
        switch type {
        case .embedded, .embeddedCollection: true
        default: false
        }
    }
}
