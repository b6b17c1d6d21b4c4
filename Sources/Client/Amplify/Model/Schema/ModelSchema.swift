// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a field.
public typealias ModelFieldName = String

/// The name of a model.
public typealias ModelName = String

/// Fields by name.
public typealias ModelFields = [String: ModelField]

/// An attribute of a model.
public enum ModelAttribute: Equatable, Sendable {
    /// Fields by which records are found fast; without a name, the key of models of earlier generators.
    case index(fields: [ModelFieldName], name: String?)

    /// A model of the library, which the service does not have.
    case isSystem

    /// The fields of the key.
    case primaryKey(fields: [ModelFieldName])

    /// The fields of the key.
    public static func primaryKey(fields: [any CodingKey]) -> ModelAttribute {
        .primaryKey(fields: fields.map(\.stringValue))
    }
}

/// The description of a model: its fields, its key and its rules.
public struct ModelSchema: Sendable {
    /// The name of the type in the schema.
    public let name: String

    /// The plural of the name, as models of earlier generators have it.
    @available(*, deprecated, message: "Use syncPluralName.")
    public var pluralName: String? { formerPluralName }

    let formerPluralName: String?

    /// The plural of the name in list queries.
    public let listPluralName: String?

    /// The plural of the name in sync queries.
    public let syncPluralName: String?

    /// The rules of the model.
    public let authRules: AuthRules

    /// The fields.
    public let fields: ModelFields

    /// The key, the indexes and other attributes.
    public let attributes: [ModelAttribute]

    /// The attributes that are indexes.
    public let indexes: [ModelAttribute]

    /// The fields in order: the key, other values by name, relations by name.
    public let sortedFields: [ModelField]

    /// The key; it has no fields if the schema has no key.
    public let primaryKey: ModelPrimaryKey

    /// Makes a schema.
    ///
    /// - Parameters:
    ///   - name: the name of the type in the schema.
    ///   - pluralName: the plural of the name, as models of earlier generators have it.
    ///   - listPluralName: the plural of the name in list queries.
    ///   - syncPluralName: the plural of the name in sync queries.
    ///   - authRules: the rules of the model.
    ///   - attributes: the key, the indexes and other attributes.
    ///   - fields: the fields.
    ///   - primaryKeyFieldKeys: the fields of the key. If it is empty, the key is the index without a name, or the
    ///     field with the attribute of a key.
    public init(
        name: String,
        pluralName: String? = nil,
        listPluralName: String? = nil,
        syncPluralName: String? = nil,
        authRules: AuthRules = [],
        attributes: [ModelAttribute] = [],
        fields: ModelFields = [:],
        primaryKeyFieldKeys: [ModelFieldName] = []
    ) {
        self.name = name
        formerPluralName = pluralName
        self.listPluralName = listPluralName
        self.syncPluralName = syncPluralName
        self.authRules = authRules
        self.attributes = attributes
        self.fields = fields
        indexes = attributes.filter { if case .index = $0 { true } else { false } }
        let names = [primaryKeyFieldKeys, Self.unnamedIndex(attributes) ?? []].first { !$0.isEmpty }
        let key = ModelPrimaryKey(
            fields: names?.compactMap { fields[$0] }
                ?? fields.values.filter(\.hasKeyAttribute).sorted { $0.name < $1.name })
        primaryKey = key
        sortedFields = key.fields + Self.others(fields, key)
    }

    private static func unnamedIndex(_ attributes: [ModelAttribute]) -> [ModelFieldName]? {
        attributes.lazy.compactMap { attribute in
            if case .index(let fields, nil) = attribute, !fields.isEmpty { fields } else { nil }
        }.first
    }

    private static func others(_ fields: ModelFields, _ key: ModelPrimaryKey) -> [ModelField] {
        let others = fields.values.filter { !key.contains(named: $0.name) }.sorted { $0.name < $1.name }
        return others.filter { !$0.hasAssociation } + others.filter(\.hasAssociation)
    }

    /// The field of a name.
    public func field(withName name: String) -> ModelField? {
        fields[name]
    }
}

extension ModelSchema {
    /// The fields of the index without a name, which is the key of models of earlier generators.
    public var primaryKeyIndexFields: [ModelFieldName]? { Self.unnamedIndex(attributes) }

    /// Whether the service has the model as well.
    public var isSyncable: Bool { !isSystem }

    /// Whether the model is one of the library.
    public var isSystem: Bool { attributes.contains(.isSystem) }

    /// Whether the model has rules.
    public var hasAuthenticationRules: Bool { !authRules.isEmpty }

    /// Whether the model has relations.
    public var hasAssociations: Bool { fields.values.contains(where: \.hasAssociation) }
}

/// The key of a model.
public struct ModelPrimaryKey: Sendable {
    /// The fields, in the order of the key.
    public var fields: [ModelField]

    /// Whether the key has several fields.
    public var isCompositeKey: Bool { fields.count > 1 }

    /// Whether a field is part of the key.
    public func contains(named name: ModelFieldName) -> Bool {
        indexOfField(named: name) != nil
    }

    /// The place of a field in the key, from 0.
    public func indexOfField(named name: ModelFieldName) -> Int? {
        fields.firstIndex { $0.name == name }
    }
}
