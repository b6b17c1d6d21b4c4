// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A relation between two models.
public enum ModelAssociation: Sendable {
    /// The record has related records, whose fields refer to it.
    case hasMany(associatedFieldName: String?, associatedFieldNames: [String] = [])

    /// The record has a related record; its own attributes or the other record's fields refer to the other one.
    case hasOne(associatedFieldName: String?, associatedFieldNames: [String] = [], targetNames: [String])

    /// The record belongs to another one, to which its attributes refer.
    case belongsTo(associatedFieldName: String?, targetNames: [String])

    /// The record belongs to another one, to which the attribute of the default name refers.
    public static let belongsTo: ModelAssociation = .belongsTo(associatedFieldName: nil, targetNames: [])

    /// The record belongs to another one, to which an attribute refers.
    public static func belongsTo(targetName: String? = nil) -> ModelAssociation {
        .belongsTo(associatedFieldName: nil, targetNames: targetName.map { [$0] } ?? [])
    }

    /// The record has related records, whose fields refer to it.
    public static func hasMany(
        associatedWith: (any CodingKey)? = nil, associatedFields: [any CodingKey] = []
    ) -> ModelAssociation {
        .hasMany(
            associatedFieldName: associatedWith?.stringValue,
            associatedFieldNames: associatedFields.map(\.stringValue))
    }

    /// The record has a related record.
    @available(*, deprecated, message: "Use hasOne(associatedWith:associatedFields:targetNames:)")
    public static func hasOne(associatedWith: (any CodingKey)?, targetName: String? = nil) -> ModelAssociation {
        .hasOne(associatedWith: associatedWith, targetNames: targetName.map { [$0] } ?? [])
    }

    /// The record has a related record.
    public static func hasOne(
        associatedWith: (any CodingKey)? = nil, associatedFields: [any CodingKey] = [], targetNames: [String] = []
    ) -> ModelAssociation {
        .hasOne(
            associatedFieldName: associatedWith?.stringValue,
            associatedFieldNames: associatedFields.map(\.stringValue), targetNames: targetNames)
    }

    /// The record belongs to another one, to which an attribute refers.
    @available(*, deprecated, message: "Use belongsTo(associatedWith:targetNames:)")
    public static func belongsTo(associatedWith: (any CodingKey)?, targetName: String?) -> ModelAssociation {
        .belongsTo(associatedWith: associatedWith, targetNames: targetName.map { [$0] } ?? [])
    }

    /// The record belongs to another one, to which attributes refer.
    public static func belongsTo(
        associatedWith: (any CodingKey)?, targetNames: [String] = []
    ) -> ModelAssociation {
        .belongsTo(associatedFieldName: associatedWith?.stringValue, targetNames: targetNames)
    }
}

extension ModelField {
    /// Whether the field is a relation.
    public var hasAssociation: Bool { association != nil }

    /// The related model, if it is registered.
    @available(*, deprecated, message: "Use associatedModelName.")
    public var associatedModel: (any Model.Type)? { associatedModelName.flatMap(ModelRegistry.modelType) }

    /// The name of the related model.
    public var associatedModelName: ModelName? {
        switch type {
        case .model(let name), .collection(let name): name
        default: nil
        }
    }

    /// Whether the record has the attributes that refer to the related one.
    public var isAssociationOwner: Bool {
        switch association {
        case .belongsTo: true
        case .hasOne: if case .belongsTo = associatedField?.association { false } else { true }
        case .hasMany, nil: false
        }
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Whether the relation is to one record.
    public var _isBelongsToOrHasOne: Bool {
        switch association {
        case .belongsTo, .hasOne: true
        case .hasMany, nil: false
        }
    }

    /// The field of the related model for the other direction.
    public var associatedField: ModelField? {
        guard let model = associatedModelName, let association else { return nil }
        let name =
            switch association {
            case .belongsTo(let name, _), .hasOne(let name, _, _), .hasMany(let name, _): name
            }
        return ModelRegistry.modelSchema(from: model)?.field(withName: name ?? model)
    }

    /// The fields of the related model that refer to this record.
    public var associatedFieldNames: [String] {
        switch association {
        case .hasMany(let name, let names), .hasOne(let name, let names, _):
            names.isEmpty ? name.map { [$0] } ?? [] : names
        case .belongsTo, nil: []
        }
    }

    /// Whether each of the two records has at most one of the other.
    public var isOneToOne: Bool {
        switch association {
        case .hasOne: true
        case .belongsTo: if case .hasOne = associatedField?.association { true } else { false }
        case .hasMany, nil: false
        }
    }

    /// Whether the record has several others, which belong to it.
    public var isOneToMany: Bool {
        guard case .hasMany = association, case .belongsTo = associatedField?.association else { return false }
        return true
    }

    /// Whether the record belongs to another one, which has several.
    public var isManyToOne: Bool {
        guard case .belongsTo = association, case .hasMany = associatedField?.association else { return false }
        return true
    }

    /// The attributes of a model's record that refer to the related one: the generated names, or the default one.
    ///
    /// A record has none if fields of the related one refer to it.
    package func targetNames(in model: ModelName) -> [String] {
        switch association {
        case .hasOne(_, let fields, let names) where names.isEmpty && !fields.isEmpty: []
        case .belongsTo(_, let names) where !names.isEmpty, .hasOne(_, _, let names) where !names.isEmpty: names
        case .belongsTo, .hasOne: [model.camelCased() + name.pascalCased() + "Id"]
        case .hasMany, nil: []
        }
    }
}
