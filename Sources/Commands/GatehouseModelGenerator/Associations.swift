// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler

/// A relation as a Swift model describes it.
struct Association: Equatable {
    var kind: Relation.Kind
    /// The properties of the other model that belong to the relation.
    var others: [String]
    /// Whether the description of the relation has all of these properties; otherwise it has the first.
    var namesAllOthers: Bool
    /// The attributes of this model's records that hold the key of the other record.
    var targets: [String]
}

/// The relations of a model, and the fields that are their ends.
struct Associations {
    private let model: Model
    private let api: DataAPI
    /// The fields of the written type with `references` in their relation.
    private let referring: Set<String>
    /// The attributes for which a relation to a parent stands.
    private let covered: Set<String>
    private let ownEnds: Set<String>

    init(_ model: Model, writtenAs type: TypeDefinition?, _ api: DataAPI) {
        self.model = model
        self.api = api
        let fields = type.map(\.fields.elements) ?? []
        referring = Set(
            fields.filter { $0.directives.contains { $0.arguments["references"] != nil } }.map(\.name.text))
        let relations = model.fields.compactMap(\.relation)
        covered = Set(relations.filter { $0.kind == .belongsTo }.flatMap(\.ownFields)).subtracting(model.key.fields)
        ownEnds = Set(relations.filter { $0.kind != .hasMany }.flatMap(\.ownFields))
    }

    /// Whether the field is a property of the Swift model.
    ///
    /// A relation to a parent replaces its attributes. An owner field that only a rule names stays on the server.
    func isProperty(_ field: ModelField) -> Bool {
        switch field.origin {
        case .owner, .version: false
        case .written, .key, .timestamp, .relationKey: !covered.contains(field.name.text)
        }
    }

    /// Whether the field is the end of a relation that only the other model declares.
    func isOfOtherModel(_ field: ModelField) -> Bool {
        field.origin == .relationKey && !ownEnds.contains(field.name.text)
    }

    /// Whether the index was made for a relation of another model.
    func isOfRelation(_ index: RecordIndex) -> Bool {
        api.models.contains { other in
            other.fields.contains { field in
                field.relation?.model == model.name
                    && index.name == Names.relationIndex(of: other.name, field: field.name.text)
            }
        }
    }

    /// The relation of a field.
    func association(of field: ModelField, _ relation: Relation) -> Association {
        guard relation.kind != .belongsTo else {
            return Association(kind: .belongsTo, others: [], namesAllOthers: false, targets: relation.ownFields)
        }
        let isReferring = referring.contains(field.name.text)
        let others = inverse(of: relation, isReferring: isReferring).map { [$0] } ?? relation.otherFields
        guard relation.kind == .hasMany else {
            return Association(
                kind: .hasOne, others: others, namesAllOthers: isReferring,
                targets: isReferring ? [] : relation.ownFields)
        }
        return Association(
            kind: .hasMany, others: others, namesAllOthers: isReferring || others.count > 1, targets: [])
    }

    /// The field of the other model that is the other direction of a relation.
    private func inverse(of relation: Relation, isReferring: Bool) -> String? {
        let parents = api.model(relation.model)?.fields.filter {
            $0.relation.map { $0.kind == .belongsTo && $0.model == model.name } ?? false
        }
        let isKeptByOther = relation.kind == .hasMany || isReferring
        return parents?.first { parent in
            let ends = parent.relation?.ownFields
            return isKeptByOther ? ends?.first == relation.otherFields.first : !endsOfLists.contains(ends)
        }?.name.text
    }

    /// The attributes of other models that hold the key of this one.
    private var endsOfLists: [[String]?] {
        model.fields.compactMap { field in
            guard let relation = field.relation, relation.kind != .belongsTo else { return nil }
            return relation.kind == .hasMany || referring.contains(field.name.text) ? relation.otherFields : nil
        }
    }
}
