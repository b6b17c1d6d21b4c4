// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

/// A schema as generated Swift code has it: what is printed, in its order.
struct ClientSchema {
    /// A written model, or the join model of a many-to-many relation.
    struct Model {
        var name: String
        var properties: [Property]
        /// The names of the primary key's properties.
        var key: [String]
        /// Whether the key is chosen with `@primaryKey`.
        var hasChosenKey: Bool
        var indexes: [RecordIndex]
        var rules: [AuthRule]
        /// The plural that operations have in their names.
        var plural: String

        /// The properties of the primary key.
        var keyProperties: [Property] { key.compactMap { name in properties.first { $0.name == name } } }

        /// Whether the key is a text in `id` alone, which has the default format of identifiers.
        var hasDefaultIdentifier: Bool { key == ["id"] && keyProperties.first?.kind == .scalar(.string) }
    }

    /// A type whose values are stored inside records.
    struct PlainType {
        var name: String
        var properties: [Property]
        var plural: String
    }

    /// An enum, with the case of each value.
    struct Enumeration {
        var name: String
        var values: [(name: String, raw: String)]
    }

    private(set) var models: [Model] = []
    private(set) var plainTypes: [PlainType] = []
    private(set) var enums: [Enumeration] = []
    private(set) var warnings: [SchemaNotice] = []
    private(set) var errors: [SchemaNotice] = []

    init(_ compiled: CompiledSchema) {
        let api = compiled.api
        for model in api.models {
            let associations = Associations(model, writtenAs: compiled.types[model.name], api)
            var properties: [Property] = []
            for field in model.fields where associations.isProperty(field) {
                if let property = property(field, of: model, associations, api) { properties.append(property) }
            }
            models.append(
                Model(
                    name: model.name, properties: properties, key: model.key.fields, hasChosenKey: model.key.isCustom,
                    indexes: model.indexes.filter { !associations.isOfRelation($0) },
                    rules: compiled.rules[model.name] ?? [], plural: model.plural))
        }
        for type in compiled.types {
            switch type.kind {
            case .enumeration:
                let values = type.values.map { (SwiftName.enumCase($0.name.text), $0.name.text) }
                enums.append(Enumeration(name: type.name.text, values: values))
            case .object:
                guard let plain = api.plainTypes[type.name.text] else { continue }
                let properties = plain.fields.compactMap { plainProperty($0, of: plain.name, api) }
                let plural = Plural.of(Names.capital(plain.name))
                plainTypes.append(PlainType(name: plain.name, properties: properties, plural: plural))
            case .scalar, .interface, .union, .inputObject: break
            }
        }
    }

    private mutating func property(
        _ field: ModelField, of model: GatehouseDataModel.Model, _ associations: Associations, _ api: DataAPI
    ) -> Property? {
        let name = field.name.text
        if let relation = field.relation {
            let association = associations.association(of: field, relation)
            return Property(
                name: name, type: field.type, leaf: relation.model, kind: .relation(association),
                isRequired: relation.kind != .hasMany && field.type.isNonNull)
        }
        if api.model(field.type.name) != nil {
            warnings.append(
                SchemaNotice(
                    "The field '\(name)' has the type of a model, but no relation; the Swift model leaves it out.",
                    type: model.name, at: field.name.location))
            return nil
        }
        guard let kind = kind(of: field, in: model.name) else { return nil }
        let isReadOnly = field.origin == .timestamp || !field.functions.isEmpty
        let isRequired = field.type.isNonNull && !isReadOnly && !associations.isOfOtherModel(field)
        return Property(
            name: name, type: field.type, leaf: kind.leaf ?? field.type.name, kind: kind, isRequired: isRequired,
            isReadOnly: isReadOnly, isKey: model.key.fields.contains(name))
    }

    private mutating func plainProperty(_ field: ModelField, of type: String, _ api: DataAPI) -> Property? {
        guard let kind = kind(of: field, in: type) else { return nil }
        return Property(
            name: field.name.text, type: field.type, leaf: kind.leaf ?? field.type.name, kind: kind,
            isRequired: field.type.isNonNull)
    }

    private mutating func kind(of field: ModelField, in type: String) -> Property.Kind? {
        switch field.kind {
        case .enumeration: return .enumeration
        case .plain, .relation: return .plain
        case .scalar:
            if let scalar = SwiftScalar(field.type.name) { return .scalar(scalar) }
            errors.append(
                SchemaNotice(
                    "The scalar type '\(field.type.name)' has no type in Swift: use String or AWSJSON.", type: type,
                    at: field.name.location))
            return nil
        }
    }
}
