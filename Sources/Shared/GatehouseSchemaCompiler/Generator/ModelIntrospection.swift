// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
package import GatehouseWire

extension CompiledSchema {
    /// The most fields of a schema that configuration files describe: files of apps have at most 5 MiB.
    private static let mostFields = 10_000

    /// The description of the models for clients that make requests without generated code: the member
    /// `model_introspection` of Amplify's file; `nil` for a schema of more fields than a file has place for.
    ///
    /// The shape is version 1 of Amplify's own. Fields that a request need not name are left out: the version of a
    /// record, and an owner that only a rule names.
    package var modelIntrospection: WireValue? {
        let types = api.plainTypes.values
        let count =
            api.models.reduce(0) { $0 + $1.fields.count } + types.reduce(0) { $0 + $1.fields.count }
        guard count <= Self.mostFields else { return nil }
        var models: [WireName: WireValue] = [:]
        for model in api.models { models[WireName(model.name)] = description(of: model) }
        var plainTypes: [WireName: WireValue] = [:]
        for type in types {
            plainTypes[WireName(type.name)] = ["name": .string(type.name), "fields": fields(type.fields)]
        }
        var enums: [WireName: WireValue] = [:]
        for (name, values) in api.enums {
            enums[WireName(name)] = ["name": .string(name), "values": .texts(values)]
        }
        return [
            "version": 1, "models": .object(models), "nonModels": .object(plainTypes), "enums": .object(enums),
        ]
    }

    private func description(of model: Model) -> WireValue {
        [
            "name": .string(model.name), "pluralName": .string(model.plural), "syncable": true,
            "fields": fields(model.fields, of: model), "attributes": .array(attributes(of: model)),
            "primaryKeyInfo": [
                "isCustomPrimaryKey": .bool(model.key.isCustom), "primaryKeyFieldName": .string(model.key.partition),
                "sortKeyFieldNames": .texts(model.key.sort),
            ],
        ]
    }

    // MARK: - Fields

    private func fields(_ fields: NamedList<ModelField>, of model: Model? = nil) -> WireValue {
        var described: [WireName: WireValue] = [:]
        for field in fields where field.origin != .owner && field.origin != .version {
            described[WireName(field.name.text)] = description(of: field, in: model)
        }
        return .object(described)
    }

    private func description(of field: ModelField, in model: Model?) -> WireValue {
        var members: [WireName: WireValue] = [
            "name": .string(field.name.text), "type": valueType(of: field), "isArray": .bool(field.isList),
            "isRequired": .bool(field.type.hasNonNullValues), "attributes": [],
        ]
        if field.isList { members["isArrayNullable"] = .bool(!field.type.isNonNull) }
        if field.origin == .timestamp { members["isReadOnly"] = true }
        if let relation = field.relation { members["association"] = association(relation, of: model) }
        return .object(members)
    }

    private func valueType(of field: ModelField) -> WireValue {
        switch field.kind {
        case .scalar: .string(field.type.name)
        case .enumeration: ["enum": .string(field.type.name)]
        case .plain: ["nonModel": .string(field.type.name)]
        case .relation(let relation): ["model": .string(relation.model)]
        }
    }

    private func association(_ relation: Relation, of model: Model?) -> WireValue {
        switch relation.kind {
        case .hasMany: return ["connectionType": "HAS_MANY", "associatedWith": .texts(relation.otherFields)]
        case .belongsTo: return ["connectionType": "BELONGS_TO", "targetNames": .texts(relation.ownFields)]
        case .hasOne:
            // Without attributes of its own for the relation, the record is found by its key.
            let isByKey = relation.ownFields == model?.key.fields
            return [
                "connectionType": "HAS_ONE", "associatedWith": .texts(relation.otherFields),
                "targetNames": .texts(isByKey ? [] : relation.ownFields),
            ]
        }
    }

    // MARK: - Attributes

    /// The directives of a model: the model itself, keys that a request can name, and rules.
    private func attributes(of model: Model) -> [WireValue] {
        var attributes: [WireValue] = [["type": "model", "properties": [:]]]
        if model.key.isCustom {
            attributes.append(["type": "key", "properties": ["fields": .texts(model.key.fields)]])
        }
        for index in model.indexes {
            guard let query = index.queryField else { continue }
            attributes.append([
                "type": "key",
                "properties": [
                    "name": .string(index.name), "queryField": .string(query),
                    "fields": .texts([index.partition] + index.sort),
                ],
            ])
        }
        let rules = (self.rules[model.name] ?? []).map(\.clientMembers)
        if !rules.isEmpty { attributes.append(["type": "auth", "properties": ["rules": .array(rules)]]) }
        return attributes
    }
}

extension AuthRule {
    /// The claim that clients compare with owners; for the default claims, the claim of the user name.
    package var clientClaim: String {
        switch claims {
        case ["sub", "username"], ["username"]: "cognito:username"
        default: claims.joined(separator: "::")
        }
    }

    /// The operations as clients know them: one for all that reads.
    package var clientOperations: [String] {
        var operations: [String] = []
        if actions.contains(.create) { operations.append("create") }
        if actions.contains(.update) { operations.append("update") }
        if actions.contains(.delete) { operations.append("delete") }
        if !actions.isDisjoint(with: .read) { operations.append("read") }
        return operations
    }

    /// The rule as clients read it.
    fileprivate var clientMembers: WireValue {
        var members: [WireName: WireValue] = [
            "allow": .string(allow.rawValue), "provider": .string(mode.provider),
            "operations": .texts(clientOperations),
        ]
        switch allow {
        case .owner:
            members["ownerField"] = .string(ownerField)
            members["identityClaim"] = .string(clientClaim)
        case .groups:
            members["groupClaim"] = .string(groupClaim)
            if let groupsField {
                // Clients know the field by both names.
                members["groupsField"] = .string(groupsField)
                members["groupField"] = .string(groupsField)
            } else {
                members["groups"] = .texts(groups)
            }
        case .private, .public, .custom: break
        }
        return .object(members)
    }
}

extension GraphQLType {
    /// Whether the values inside all lists are never `null`.
    fileprivate var hasNonNullValues: Bool {
        switch self {
        case .named: false
        case .list(let element): element.hasNonNullValues
        case .nonNull(.named): true
        case .nonNull(let type): type.hasNonNullValues
        }
    }
}

extension WireValue {
    fileprivate static func texts(_ texts: [String]) -> WireValue { .array(texts.map { .string($0) }) }
}
