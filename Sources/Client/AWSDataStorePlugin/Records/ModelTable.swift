// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The table of a model: its columns, its key, and the statements that do not depend on a query.
struct ModelTable: Sendable {
    /// A belongs-to or has-one whose attributes the record has.
    struct Reference: Sendable {
        let field: ModelField
        let model: ModelName
        /// The related model; nil if the store does not have it.
        let schema: ModelSchema?
        /// The columns of the attributes, in the order of the related key.
        let columns: [Int]
        /// The names of the related key's fields.
        let keyNames: [String]
    }

    /// A has-many, or a has-one whose related record has the attributes.
    struct Listing: Sendable {
        let field: ModelField
        let model: ModelName
        /// The fields of the related model that refer to this one.
        let associatedFields: [String]
        /// The related model's attributes with the key of this one.
        let attributes: [String]
    }

    /// The columns that a property's value goes to.
    enum Place: Sendable {
        case column(Int)
        case reference(Int)
    }

    let schema: ModelSchema
    /// All columns; the ones of fields and attributes come first.
    let columns: [ModelColumn]
    /// The number of the columns of fields and attributes, which queries read.
    let visibleCount: Int
    /// The columns of the key's fields.
    let keyFields: [Int]
    /// The column by which a record is found.
    let key: Int
    let references: [Reference]
    let listings: [Listing]
    /// The columns by the names of fields and attributes.
    let columnsByName: [String: Int]
    /// The places of properties by their names.
    let places: [String: Place]
    let statements: Statements

    /// Makes the table of a model.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - schemas: the models of the store by name, in which related keys are found.
    init(_ schema: ModelSchema, among schemas: [ModelName: ModelSchema]) {
        var layout = Builder(schema, schemas)
        layout.addFields()
        layout.addReferences()
        visibleCount = layout.columns.count
        keyFields = layout.key
        key = layout.addHiddenColumns()
        self.schema = schema
        columns = layout.columns
        references = layout.references
        listings = layout.listings
        columnsByName = layout.columnsByName
        places = layout.places
        statements = Statements(schema.name, layout.columns, visibleCount: visibleCount, key: key)
    }
}

extension ModelTable.Reference {
    /// Whether the attributes have the whole key of a model that the store has.
    var isComplete: Bool { schema != nil && columns.count == keyNames.count }
}

extension ModelTable {
    var name: ModelName { schema.name }

    /// The name of the table in a statement.
    var sql: String { name.quotedForSQL }

    var keyColumn: ModelColumn { columns[key] }

    var visibleColumns: ArraySlice<ModelColumn> { columns[..<visibleCount] }

    /// The columns of enumerations.
    var enumerations: [Int] { columns.indices.filter { columns[$0].enumeration != nil } }

    /// The column with the values of a field or an attribute.
    func column(named name: String) -> ModelColumn? {
        columnsByName[name].map { columns[$0] }
    }

    /// The columns of a field, an attribute, or the attributes of a relation.
    func columns(of name: String) -> [Int] {
        if let column = columnsByName[name] { return [column] }
        return references.first { $0.field.name == name }?.columns ?? []
    }

    /// The column by whose values a column is compared and sorted.
    func comparedColumn(of index: Int) -> ModelColumn {
        columns[columns[index].instant ?? index]
    }

    /// The text of the key of a row with these values.
    func keyText(_ values: [StoredValue]) -> String {
        let texts = keyFields.map { values[$0].keyText(columns[$0].kind) }
        guard texts.count != 1 else { return texts[0] }
        return texts.map { "\"\($0)\"" }.joined(separator: ModelIdentifierFormat.Custom.separator)
    }
}
