// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension StoreReader {
    /// The records that a delete of others takes along, children before their parents, each once.
    ///
    /// A record is taken along by a has-many or has-one relation, and by the relations of what is taken along. A record
    /// that several others have by a has-one stays until the last of them is deleted.
    ///
    /// - Parameters:
    ///   - schema: the model of the records that are deleted, which are not in the result.
    ///   - keys: their keys.
    /// - Returns: the records with their models.
    /// - Throws: `DataStoreError`, or GRDB's error.
    func dependents(of schema: ModelSchema, keys: [String]) throws -> [(schema: ModelSchema, record: any Model)] {
        guard !catalog.children(of: schema.name).isEmpty else { return [] }
        var search = DependentSearch(self, roots: keys.map { RecordID(model: schema.name, key: $0) })
        return try search.result().compactMap { id in
            let schema = try catalog.table(of: id.model).schema
            return try record(of: schema, key: id.key).map { (schema: schema, record: $0) }
        }
    }
}

/// A record by its model and its key.
struct RecordID: Sendable {
    let model: ModelName
    let key: String
}

extension RecordID: Hashable {
    /// Whether the keys have the same bytes.
    ///
    /// SQLite has two records for two keys of the same characters.
    static func == (left: RecordID, right: RecordID) -> Bool {
        left.model == right.model && left.key.utf8.elementsEqual(right.key.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(model)
        for byte in key.utf8 { hasher.combine(byte) }
    }
}

/// The search for the records that a delete takes along.
private struct DependentSearch {
    /// The number of keys in one statement.
    private static let chunk = 200

    private let reader: StoreReader
    private let roots: [RecordID]
    private var known: Set<RecordID>
    private var children: [RecordID: [RecordID]] = [:]

    init(_ reader: StoreReader, roots: [RecordID]) {
        self.reader = reader
        self.roots = roots
        known = Set(roots)
    }

    mutating func result() throws -> [RecordID] {
        var level = roots
        while !level.isEmpty { level = try nextLevel(level) }
        return childrenFirst()
    }

    /// Finds the children of records, and returns the ones that were not known.
    private mutating func nextLevel(_ parents: [RecordID]) throws -> [RecordID] {
        var found: [RecordID] = []
        for (model, parents) in Dictionary(grouping: parents, by: \.model).sorted(by: { $0.key < $1.key }) {
            let table = try reader.catalog.table(of: model)
            for relation in reader.catalog.children(of: model) {
                let child = try reader.catalog.table(of: relation.model)
                for keys in parents.map(\.key).chunked(into: Self.chunk) {
                    for (parent, id) in try pairs(relation, table, child, keys) {
                        if relation.isShared, try isKept(id, relation, table, child) { continue }
                        children[parent, default: []].append(id)
                        if known.insert(id).inserted { found.append(id) }
                    }
                }
            }
        }
        return found
    }

    /// The children of records with their parents, in the order of their keys.
    private func pairs(
        _ relation: ModelCatalog.Children, _ table: ModelTable, _ child: ModelTable, _ keys: [String]
    ) throws -> [(parent: RecordID, child: RecordID)] {
        let values = keys.compactMap(table.keyColumn.value(ofKey:))
        let join = relation.pairs.map { "c.\($0.child) = p.\($0.parent)" }.joined(separator: " AND ")
        let parameters = values.map { _ in "?" }.joined(separator: ", ")
        let sql = """
            SELECT p.\(table.keyColumn.sql), c.\(child.keyColumn.sql) FROM \(table.sql) p JOIN \(child.sql) c ON \(join) \
            WHERE p.\(table.keyColumn.sql) IN (\(parameters)) ORDER BY 2
            """
        var pairs: [(parent: RecordID, child: RecordID)] = []
        try StoreStatement(sql, reader.database).forEachRow(values) { row in
            pairs.append(
                (
                    parent: RecordID(model: table.name, key: row.value(at: 0).keyText(table.keyColumn.kind)),
                    child: RecordID(model: child.name, key: row.value(at: 1).keyText(child.keyColumn.kind))
                ))
            return true
        }
        return pairs
    }

    /// Whether a child is also the one of a record that is not deleted.
    private func isKept(
        _ id: RecordID, _ relation: ModelCatalog.Children, _ table: ModelTable, _ child: ModelTable
    ) throws -> Bool {
        guard let key = child.keyColumn.value(ofKey: id.key) else { return false }
        let join = relation.pairs.map { "c.\($0.child) = p.\($0.parent)" }.joined(separator: " AND ")
        let sql = """
            SELECT p.\(table.keyColumn.sql) FROM \(child.sql) c JOIN \(table.sql) p ON \(join) \
            WHERE c.\(child.keyColumn.sql) = ?
            """
        var isKept = false
        try StoreStatement(sql, reader.database).forEachRow([key]) { row in
            let parent = RecordID(model: table.name, key: row.value(at: 0).keyText(table.keyColumn.kind))
            isKept = !known.contains(parent)
            return !isKept
        }
        return isKept
    }

    /// The records after their children, without the roots.
    ///
    /// The walk has its own stack, because a chain of records may be long. A cycle ends at a record that is on the way.
    private func childrenFirst() -> [RecordID] {
        var visited: Set<RecordID> = []
        var result: [RecordID] = []
        var stack = roots.reversed().map { (id: $0, isLeft: false) }
        while let (id, isLeft) = stack.popLast() {
            if isLeft {
                result.append(id)
                continue
            }
            guard visited.insert(id).inserted else { continue }
            stack.append((id: id, isLeft: true))
            for child in (children[id] ?? []).reversed() where !visited.contains(child) {
                stack.append((id: child, isLeft: false))
            }
        }
        let deleted = Set(roots)
        return result.filter { !deleted.contains($0) }
    }
}
