// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The tables of all models.
struct ModelCatalog: Sendable {
    /// Records that a delete of others takes along.
    struct Children: Sendable {
        let model: ModelName
        /// The columns of the children with the values of the parents' columns.
        let pairs: [(child: String, parent: String)]
        /// Whether the parents have the attributes, so that several parents can have one child.
        let isShared: Bool
    }

    /// The models, the ones that others refer to first.
    let ordered: [ModelSchema]
    private let tables: [ModelName: ModelTable]
    private let children: [ModelName: [Children]]

    /// Makes the tables of models.
    init(_ schemas: [ModelSchema]) {
        let byName = Dictionary(schemas.map { ($0.name, $0) }) { _, last in last }
        let tables = byName.mapValues { ModelTable($0, among: byName) }
        self.tables = tables
        ordered = Self.ordered(tables)
        children = tables.mapValues { Self.children(of: $0, tables) }
    }

    /// The table of a model.
    ///
    /// - Throws: `DataStoreError.invalidModelName` if the store does not have the model.
    func table(of model: ModelName) throws(DataStoreError) -> ModelTable {
        guard let table = tables[model] else { throw .invalidModelName(model) }
        return table
    }

    /// The table of a model; nil if the store does not have it.
    func knownTable(of model: ModelName) -> ModelTable? { tables[model] }

    /// The records that a delete of a model's records takes along.
    func children(of model: ModelName) -> [Children] { children[model] ?? [] }
}

extension ModelCatalog {
    /// Refuses models whose tables SQLite would take for one, because it ignores the case of letters in names.
    ///
    /// - Parameter reserved: the names of other tables.
    /// - Throws: `DataStoreError.configuration`.
    func requireDistinctTables(beside reserved: [String]) throws(DataStoreError) {
        var names = Dictionary(reserved.map { ($0.lowercased(), $0) }) { first, _ in first }
        for model in ordered.map(\.name).sorted() {
            let name = model.lowercased()
            let other = names.updateValue(model, forKey: name)
            guard other == nil, !name.hasPrefix("sqlite_") else {
                throw .configuration(
                    "SQLite takes the table of the model \(model) for \(other ?? "one of its own")",
                    "Give the model a name that differs in more than the case of its letters")
            }
        }
    }

    /// The models with the ones that others refer to first.
    ///
    /// Models are visited by name, and a model that is being visited is not visited again: this cuts cycles always at the
    /// same place.
    private static func ordered(_ tables: [ModelName: ModelTable]) -> [ModelSchema] {
        var parents: [ModelName: Set<ModelName>] = [:]
        for table in tables.values {
            for reference in table.references { parents[table.name, default: []].insert(reference.model) }
            for listing in table.listings { parents[listing.model, default: []].insert(table.name) }
        }
        for table in tables.values {
            // The two sides of a one-to-one relation may both have attributes. The one that belongs is the child.
            for reference in table.references where isBackReferenced(reference, table, tables) {
                parents[table.name]?.remove(reference.model)
            }
        }
        var ordered: [ModelSchema] = []
        var visited: Set<ModelName> = []
        func visit(_ model: ModelName) {
            guard let table = tables[model], visited.insert(model).inserted else { return }
            for parent in (parents[model] ?? []).sorted() { visit(parent) }
            ordered.append(table.schema)
        }
        for model in tables.keys.sorted() { visit(model) }
        return ordered
    }

    /// Whether a reference is a has-one whose related record belongs to the record.
    private static func isBackReferenced(
        _ reference: ModelTable.Reference, _ table: ModelTable, _ tables: [ModelName: ModelTable]
    ) -> Bool {
        guard case .hasOne = reference.field.association else { return false }
        return backReference(reference, table, tables) != nil
    }

    /// The belongs-to of the related model for the other direction of a has-one.
    private static func backReference(
        _ reference: ModelTable.Reference, _ table: ModelTable, _ tables: [ModelName: ModelTable]
    ) -> ModelTable.Reference? {
        let names = reference.field.associatedFieldNames
        return tables[reference.model]?.references.first { other in
            guard case .belongsTo = other.field.association else { return false }
            return other.model == table.name && names.contains(other.field.name)
        }
    }

    private static func children(of table: ModelTable, _ tables: [ModelName: ModelTable]) -> [Children] {
        let key = table.keyFields.map { table.columns[$0].sql }
        var children: [Children] = []
        func add(_ model: ModelName, _ child: [String], _ parent: [String], isShared: Bool) {
            guard !child.isEmpty, child.count == parent.count else { return }
            let pairs = zip(child, parent).map { (child: $0, parent: $1) }
            children.append(Children(model: model, pairs: pairs, isShared: isShared))
        }
        for listing in table.listings {
            guard let child = tables[listing.model] else { continue }
            let attributes = listing.attributes.compactMap { child.column(named: $0)?.sql }
            add(child.name, attributes, key, isShared: false)
        }
        for reference in table.references {
            guard case .hasOne = reference.field.association, let child = tables[reference.model] else { continue }
            if let other = backReference(reference, table, tables) {
                add(child.name, other.columns.map { child.columns[$0].sql }, key, isShared: false)
            }
            let attributes = reference.columns.map { table.columns[$0].sql }
            add(child.name, child.keyFields.map { child.columns[$0].sql }, attributes, isShared: true)
        }
        return children
    }
}
