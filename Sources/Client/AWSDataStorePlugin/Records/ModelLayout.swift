// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The description of a model's table, by which the tables of two versions of an app are compared.
struct ModelLayout: Codable, Hashable, Sendable {
    /// A column.
    struct Column: Codable, Hashable, Sendable {
        /// The name in SQL.
        let name: String
        let kind: ModelColumn.Kind
        let isRequired: Bool
        /// The form of the values of a plain type or a list; nil for others.
        let form: Form?
    }

    /// The form of the values of a plain type or a list, as far as the schema has it.
    struct Form: Codable, Hashable, Sendable {
        let isList: Bool
        /// The kind of a list's elements; nil for elements of a plain type.
        let element: ModelColumn.Kind?
        /// The fields of a plain type with a schema.
        let fields: [Column]
    }

    /// Attributes that refer to another model.
    struct Relation: Codable, Hashable, Sendable {
        let field: String
        let model: ModelName
        let columns: [String]
    }

    /// An index.
    struct Index: Codable, Hashable, Sendable {
        /// The name, which is unique in the model.
        let name: String
        let columns: [String]
        let isUnique: Bool
    }

    let model: ModelName
    let columns: [Column]
    /// The columns of the key's fields, in the order of the key.
    let key: [String]
    let relations: [Relation]
    let indexes: [Index]
}

extension ModelLayout.Column {
    /// Whether another column can have the values: they are of its kind, and not absent where it requires a value.
    func isReadable(as other: Self) -> Bool {
        guard kind == other.kind, isRequired || !other.isRequired else { return false }
        guard let form, let otherForm = other.form else { return true }
        return form.isReadable(as: otherForm)
    }
}

extension ModelLayout.Form {
    /// The form of a field's values; nil for values that are not stored as JSON.
    init?(_ type: ModelFieldType) {
        switch type {
        case .embedded(let type, let schema): self.init(isList: false, type, schema)
        case .embeddedCollection(let type, let schema): self.init(isList: true, type, schema)
        default: return nil
        }
    }

    private init(isList: Bool, _ type: any Codable.Type, _ schema: ModelSchema?) {
        self.isList = isList
        element = schema == nil ? ModelColumn.Kind(ModelFieldType.from(type: type)) : nil
        fields = (schema?.sortedFields ?? []).compactMap { field in
            ModelColumn.Kind(field.type).map { kind in
                ModelLayout.Column(
                    name: field.name, kind: kind, isRequired: field.isRequired, form: Self(field.type))
            }
        }
    }

    fileprivate func isReadable(as other: Self) -> Bool {
        isList == other.isList && element == other.element
            && other.fields.allSatisfy { field in
                guard let former = fields.first(where: { $0.name == field.name }) else { return !field.isRequired }
                return former.isReadable(as: field)
            }
    }
}

extension ModelTable {
    /// The description of the table.
    var layout: ModelLayout {
        ModelLayout(
            model: name,
            columns: columns.map { column in
                ModelLayout.Column(
                    name: column.sqlName, kind: column.kind, isRequired: column.isRequired,
                    form: schema.field(withName: column.name).flatMap { ModelLayout.Form($0.type) })
            },
            key: keyFields.map { columns[$0].sqlName },
            relations: references.map { reference in
                ModelLayout.Relation(
                    field: reference.field.name, model: reference.model,
                    columns: reference.columns.map { columns[$0].sqlName })
            },
            indexes: indexes)
    }
}
