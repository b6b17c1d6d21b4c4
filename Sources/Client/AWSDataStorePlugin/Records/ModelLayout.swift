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
    var sqlType: String { kind.sqlType }
}

extension ModelTable {
    /// The description of the table.
    var layout: ModelLayout {
        ModelLayout(
            model: name,
            columns: columns.map { ModelLayout.Column(name: $0.sqlName, kind: $0.kind, isRequired: $0.isRequired) },
            key: keyFields.map { columns[$0].sqlName },
            relations: references.map { reference in
                ModelLayout.Relation(
                    field: reference.field.name, model: reference.model,
                    columns: reference.columns.map { columns[$0].sqlName })
            },
            indexes: indexes)
    }
}
