// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A schema while it is defined.
public struct ModelSchemaDefinition {
    /// The plural of the name, as models of earlier generators have it.
    @available(*, deprecated, message: "Use syncPluralName.")
    public var pluralName: String? {
        get { formerPluralName }
        set { formerPluralName = newValue }
    }

    private var formerPluralName: String?

    /// The plural of the name in list queries.
    public var listPluralName: String?

    /// The plural of the name in sync queries.
    public var syncPluralName: String?

    /// The rules of the model.
    public var authRules: AuthRules = []

    private var attributes: [ModelAttribute]
    private var fields: ModelFields = [:]

    fileprivate init(_ attributes: [ModelAttribute]) {
        self.attributes = attributes
    }

    /// Adds fields.
    public mutating func fields(_ fields: ModelFieldDefinition...) {
        for definition in fields { self.fields[definition.modelField.name] = definition.modelField }
    }

    /// Sets the attributes, in place of earlier ones.
    public mutating func attributes(_ attributes: ModelAttribute...) {
        self.attributes = attributes
    }

    fileprivate func schema(named name: String) -> ModelSchema {
        let key = attributes.lazy.compactMap { attribute in
            if case .primaryKey(let fields) = attribute { fields } else { nil }
        }.first
        return ModelSchema(
            name: name, pluralName: formerPluralName, listPluralName: listPluralName,
            syncPluralName: syncPluralName, authRules: authRules, attributes: attributes, fields: fields,
            primaryKeyFieldKeys: key ?? [])
    }
}

extension ModelSchema {
    /// Makes a schema by a definition.
    static func defined(
        _ name: String, _ attributes: [ModelAttribute], _ define: (inout ModelSchemaDefinition) -> Void
    ) -> ModelSchema {
        var definition = ModelSchemaDefinition(attributes)
        define(&definition)
        return definition.schema(named: name)
    }
}

/// A field while its schema is defined.
public enum ModelFieldDefinition {
    /// A field with all of its values.
    case field(
        name: String,
        type: ModelFieldType,
        nullability: ModelFieldNullability,
        isReadOnly: Bool,
        association: ModelAssociation?,
        attributes: [ModelFieldAttribute],
        authRules: AuthRules
    )

    /// A field with a value of its own.
    public static func field(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: ModelFieldType = .string,
        attributes: [ModelFieldAttribute] = [],
        association: ModelAssociation? = nil,
        authRules: AuthRules = []
    ) -> ModelFieldDefinition {
        .field(
            name: key.stringValue, type: type, nullability: nullability, isReadOnly: isReadOnly,
            association: association, attributes: attributes, authRules: authRules)
    }

    /// The key of models of earlier generators.
    @available(*, deprecated, message: "Use .primaryKey(fields:)")
    public static func id(_ key: any CodingKey) -> ModelFieldDefinition {
        id(key.stringValue)
    }

    /// The key of models of earlier generators.
    @available(*, deprecated, message: "Use .primaryKey(fields:)")
    public static func id(_ name: String = "id") -> ModelFieldDefinition {
        .field(
            name: name, type: .string, nullability: .required, isReadOnly: false, association: nil,
            attributes: [.primaryKey], authRules: [])
    }

    /// Related records, a field of which refers to this one.
    public static func hasMany(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedWith associatedKey: any CodingKey
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .collection(of: type),
            association: .hasMany(associatedWith: associatedKey))
    }

    /// Related records, several fields of which refer to this one.
    public static func hasMany(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedFields associatedKeys: [any CodingKey]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .collection(of: type),
            association: .hasMany(associatedWith: associatedKeys.first, associatedFields: associatedKeys))
    }

    /// A related record, to which at most one attribute refers.
    public static func hasOne(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedWith associatedKey: any CodingKey,
        targetName: String? = nil
    ) -> ModelFieldDefinition {
        hasOne(
            key, is: nullability, isReadOnly: isReadOnly, ofType: type, associatedWith: associatedKey,
            targetNames: targetName.map { [$0] } ?? [])
    }

    /// A related record, to which attributes refer.
    public static func hasOne(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedWith associatedKey: any CodingKey,
        targetNames: [String]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .hasOne(associatedWith: associatedKey, targetNames: targetNames))
    }

    /// A related record, several fields of which refer to this one.
    public static func hasOne(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedFields associatedKeys: [any CodingKey],
        targetNames: [String] = []
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .hasOne(
                associatedWith: associatedKeys.first, associatedFields: associatedKeys, targetNames: targetNames))
    }

    /// The record that this one belongs to, to which at most one attribute refers.
    public static func belongsTo(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedWith associatedKey: (any CodingKey)? = nil,
        targetName: String? = nil
    ) -> ModelFieldDefinition {
        belongsTo(
            key, is: nullability, isReadOnly: isReadOnly, ofType: type, associatedWith: associatedKey,
            targetNames: targetName.map { [$0] } ?? [])
    }

    /// The record that this one belongs to, to which attributes refer.
    public static func belongsTo(
        _ key: any CodingKey,
        is nullability: ModelFieldNullability = .required,
        isReadOnly: Bool = false,
        ofType type: any Model.Type,
        associatedWith associatedKey: (any CodingKey)? = nil,
        targetNames: [String]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .belongsTo(associatedWith: associatedKey, targetNames: targetNames))
    }

    /// The field.
    public var modelField: ModelField {
        switch self {
        case .field(let name, let type, let nullability, let isReadOnly, let association, let attributes, let rules):
            ModelField(
                name: name, type: type, isRequired: nullability == .required, isReadOnly: isReadOnly,
                isArray: type.isArray, attributes: attributes, association: association, authRules: rules)
        }
    }
}
