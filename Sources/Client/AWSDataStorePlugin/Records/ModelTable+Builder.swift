// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension ModelTable {
    /// The columns of a table while they are collected.
    struct Builder {
        let schema: ModelSchema
        let schemas: [ModelName: ModelSchema]
        var columns: [ModelColumn] = []
        var key: [Int] = []
        var references: [Reference] = []
        var listings: [Listing] = []
        var columnsByName: [String: Int] = [:]
        var places: [String: Place] = [:]
        private var sqlNames: Set<String> = []

        init(_ schema: ModelSchema, _ schemas: [ModelName: ModelSchema]) {
            self.schema = schema
            self.schemas = schemas
        }

        /// Adds the columns of the key and of the other fields with values of their own.
        mutating func addFields() {
            for field in schema.sortedFields {
                guard !field.hasAssociation, let kind = ModelColumn.Kind(field.type) else { continue }
                let index = add(field.name, kind, isRequired: field.isRequired)
                if case .enum(let type) = field.type { columns[index].enumeration = type }
                places[field.name] = .column(index)
            }
            key = schema.primaryKey.fields.compactMap { columnsByName[$0.name] }
            if key.isEmpty {
                // A schema without a key has records with the default one.
                let known = columnsByName["id"]
                let index = if let known { known } else { add("id", .text, isRequired: true) }
                key = [index]
                places["id"] = .column(index)
            }
        }

        /// Adds the columns of attributes that refer to other records.
        mutating func addReferences() {
            for field in schema.sortedFields where field.hasAssociation {
                guard let model = field.associatedModelName else { continue }
                let names = field.targetNames(in: schema.name)
                if names.isEmpty {
                    addListing(field, model)
                } else {
                    addReference(field, model, names)
                }
            }
        }

        private mutating func addReference(_ field: ModelField, _ model: ModelName, _ names: [String]) {
            let related = schemas[model]
            let key = related?.primaryKey.fields ?? []
            var attributes: [Int] = []
            for (index, name) in names.enumerated() {
                let kind = index < key.count ? ModelColumn.Kind(key[index].type) : nil
                if let known = columnsByName[name] {
                    attributes.append(known)
                } else {
                    let column = add(name, kind ?? .text, isRequired: false)
                    columns[column].isField = false
                    attributes.append(column)
                }
            }
            let keyNames = key.isEmpty && names.count == 1 ? ["id"] : key.map(\.name)
            references.append(
                Reference(field: field, model: model, schema: related, columns: attributes, keyNames: keyNames))
            // Models of earlier generators have the record itself in the property, others a reference of another name.
            for name in [field.name, "_" + field.name] where places[name] == nil {
                places[name] = .reference(references.count - 1)
            }
        }

        private mutating func addListing(_ field: ModelField, _ model: ModelName) {
            let fields = field.associatedFieldNames
            guard !fields.isEmpty, let related = schemas[model] else { return }
            listings.append(
                Listing(
                    field: field, model: model, associatedFields: fields,
                    attributes: related.attributes(of: fields)))
        }

        /// Adds the text of a composite key and the instants of dates.
        ///
        /// - Returns: the place of the column by which a record is found.
        mutating func addHiddenColumns() -> Int {
            var found = key[0]
            if key.count > 1 {
                found = columns.count
                append(ModelIdentifierFormat.Custom.sqlColumnName, .key, isRequired: true)
            }
            for index in columns.indices where columns[index].kind == .dateTime {
                columns[index].instant = columns.count
                append("@@" + columns[index].name, .instant, isRequired: false)
            }
            return found
        }

        private mutating func add(_ name: String, _ kind: ModelColumn.Kind, isRequired: Bool) -> Int {
            append(name, kind, isRequired: isRequired)
            columnsByName[name] = columns.count - 1
            return columns.count - 1
        }

        private mutating func append(_ name: String, _ kind: ModelColumn.Kind, isRequired: Bool) {
            columns.append(
                ModelColumn(name: name, sqlName: uniqueName(name), kind: kind, isRequired: isRequired))
        }

        /// The name of a column, with a number if SQLite would take it for an earlier one.
        private mutating func uniqueName(_ name: String) -> String {
            var candidate = name
            var number = 2
            while !sqlNames.insert(candidate.lowercased()).inserted {
                candidate = "\(name)@@\(number)"
                number += 1
            }
            return candidate
        }
    }
}

extension ModelSchema {
    /// The attributes of fields that refer to another model: of a relation its attributes, of another field itself.
    func attributes(of fields: [String]) -> [String] {
        fields.flatMap { name in
            let names = field(withName: name)?.targetNames(in: self.name) ?? []
            return names.isEmpty ? [name] : names
        }
    }
}

extension ModelIdentifierFormat.Custom {
    /// The name of the column with the text of a composite key.
    public static let sqlColumnName = "@@primaryKey"
}

extension ModelPrimaryKey {
    /// The name of the column by which a record is found: the one of a single field, or of the text of several.
    public var sqlName: String {
        fields.count == 1 ? fields[0].name : ModelIdentifierFormat.Custom.sqlColumnName
    }

    /// The same as ``sqlName``.
    public var name: String { sqlName }

    /// The quoted name of the column, after the quoted name of a table if there is one.
    public func columnName(forNamespace namespace: String? = nil) -> String {
        (namespace.map { $0.quotedForSQL + "." } ?? "") + sqlName.quotedForSQL
    }
}
