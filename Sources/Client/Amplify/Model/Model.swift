// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type of records of an API, as `amplify codegen models` generates it.
public protocol Model: Codable, Sendable {
    /// The type of an identifier in earlier versions.
    @available(*, deprecated, message: "Use ModelIdentifier")
    typealias Identifier = String

    /// The fields, the key and the rules.
    static var schema: ModelSchema { get }

    /// The start of the paths to the model's fields and relations.
    ///
    /// Nil for models of earlier generators, whose relations are loaded together with the record.
    static var rootPath: (any PropertyContainerPath)? { get }

    /// The name of the type in the schema.
    static var modelName: String { get }

    /// The name of the type in the schema.
    var modelName: String { get }

    /// The values of the key's fields.
    func identifier(schema: ModelSchema) -> any ModelIdentifierProtocol

    /// The text of the key.
    var identifier: String { get }
}

extension Model {
    /// The name of the Swift type.
    public static var modelName: String { String(describing: self) }

    /// The name of the type in the schema.
    public var modelName: String { Self.modelName }

    /// None: the relations are loaded together with the record.
    public static var rootPath: (any PropertyContainerPath)? { nil }

    /// The registered schema of the type's name; without one, a schema without fields.
    public static var schema: ModelSchema {
        ModelRegistry.modelSchema(from: modelName) ?? ModelSchema(name: modelName)
    }

    /// The fields, the key and the rules.
    public var schema: ModelSchema { Self.schema }

    /// The text of the key.
    public var identifier: String { identifier(schema: schema).stringValue }

    /// The values of the key's fields, in the order of the key; fields without a value are left out.
    public func identifier(schema modelSchema: ModelSchema) -> any ModelIdentifierProtocol {
        let fields = modelSchema.primaryKey.fields.compactMap { field -> (name: String, value: any Persistable)? in
            switch self[field.name] ?? nil {
            case let value as any Persistable: (field.name, value)
            case let value as any EnumPersistable: (field.name, value.rawValue)
            default: nil
            }
        }
        // A number in `id` is a key of the other format, as generated models have it.
        if fields.count == 1, fields[0].name == ModelIdentifierFormat.Default.name, fields[0].value is String {
            return ModelIdentifier<Self, ModelIdentifierFormat.Default>(fields: fields)
        }
        return ModelIdentifier<Self, ModelIdentifierFormat.Custom>(fields: fields)
    }

    /// The value of a property by its name: nil without such a property, `.some(nil)` without a value.
    public subscript(_ key: String) -> Any?? {
        if let holder = self as? any JSONValueHolder { return holder.jsonValue(for: key) }
        guard let value = Mirror(reflecting: self).children.first(where: { $0.label == key })?.value else { return nil }
        switch value {
        case Optional<Any>.none: return .some(nil)
        case Optional<Any>.some(let value): return .some(value)
        default: return .some(value)
        }
    }

    /// Defines the schema of the type.
    ///
    /// - Parameters:
    ///   - name: the name of the model; nil for the name of the type.
    ///   - attributes: the key and the indexes.
    ///   - define: adds the fields and the rules.
    /// - Returns: the schema.
    public static func defineSchema(
        name: String? = nil, attributes: ModelAttribute..., define: (inout ModelSchemaDefinition) -> Void
    ) -> ModelSchema {
        .defined(name ?? modelName, attributes, define)
    }

    /// Makes a rule of authorization.
    public static func rule(
        allow: AuthStrategy,
        ownerField: String? = nil,
        identityClaim: String? = nil,
        groupClaim: String? = nil,
        groups: [String] = [],
        groupsField: String? = nil,
        provider: AuthRuleProvider? = nil,
        operations: [ModelOperation] = []
    ) -> AuthRule {
        AuthRule(
            allow: allow, ownerField: ownerField, identityClaim: identityClaim, groupClaim: groupClaim,
            groups: groups, groupsField: groupsField, provider: provider, operations: operations)
    }
}

/// An enumeration of an API, by its names in the schema.
public protocol EnumPersistable: Codable, Sendable {
    /// The name in the schema.
    var rawValue: String { get }

    /// The value with a name in the schema; nil for other names.
    init?(rawValue: String)
}

/// A type of values inside records, which is not a model itself.
public protocol Embeddable: Codable, Sendable {
    /// The fields.
    static var schema: ModelSchema { get }
}

extension Embeddable {
    /// Defines the schema of the type.
    ///
    /// - Parameters:
    ///   - name: the name of the type in the schema; nil for the name of the Swift type.
    ///   - attributes: attributes of the type.
    ///   - define: adds the fields.
    /// - Returns: the schema.
    public static func defineSchema(
        name: String? = nil, attributes: ModelAttribute..., define: (inout ModelSchemaDefinition) -> Void
    ) -> ModelSchema {
        .defined(name ?? String(describing: self), attributes, define)
    }
}

/// A model whose values are found by name instead of in properties.
public protocol JSONValueHolder {
    /// The value of a field: nil without such a field, `.some(nil)` without a value.
    func jsonValue(for key: String) -> Any??

    /// The value of a field, in the type that the field has in a schema.
    func jsonValue(for key: String, modelSchema: ModelSchema) -> Any??
}
