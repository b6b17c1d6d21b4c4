// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The table of a model as a version of the app declares it.
struct DeclaredTable: Hashable, Sendable {
    /// The columns, the key, the relations and the indexes.
    let layout: ModelLayout

    /// The statements that make the table and its indexes.
    let creation: String
}

extension DeclaredTable {
    init(_ table: ModelTable) {
        layout = table.layout
        creation = ([table.createTable()] + table.createIndexes).joined(separator: ";\n")
    }
}

/// What a change of a model means for its table.
enum ModelChange: Hashable, Sendable {
    /// The table is as the model declares it.
    case unchanged

    /// The records stay, and get new fields without values.
    case added(columns: [String])

    /// The records stay, in a table of another form, with the columns that both forms have.
    ///
    /// `isIncomplete` says whether fields were added, to the model or to a plain type of it.
    case rearranged(isIncomplete: Bool)

    /// The records mean something else under the new model, or cannot be read by it: they are removed.
    case rebuilt

    /// Compares two declarations of a model.
    init(from old: DeclaredTable, to new: DeclaredTable) {
        guard old != new else {
            self = .unchanged
            return
        }
        let before = old.layout
        let now = new.layout
        guard before.key == now.key, before.keepsMeaning(in: now) else {
            self = .rebuilt
            return
        }
        let added = now.columns.filter { before.column($0.name) == nil }
        guard !added.contains(where: \.isRequired) else {
            self = .rebuilt
            return
        }
        let kept = now.columns.filter { before.column($0.name) != nil }
        // SQLite adds columns alone; a relation is declared with the whole table.
        if !added.isEmpty, kept == before.columns, before.relations == now.relations {
            self = .added(columns: added.map(\.name))
        } else {
            let hasOtherForms = kept.contains { before.column($0.name)?.form != $0.form }
            self = .rearranged(isIncomplete: !added.isEmpty || hasOtherForms)
        }
    }

    /// Whether the next sync of the model has to be a full one.
    var needsFullSync: Bool {
        switch self {
        case .unchanged, .rearranged(isIncomplete: false): false
        case .added, .rearranged(isIncomplete: true), .rebuilt: true
        }
    }
}

extension ModelLayout {
    func column(_ name: String) -> Column? { columns.first { $0.name == name } }

    /// Whether the values of the columns that are in both layouts are right in the other one: readable, and in the same
    /// relations.
    fileprivate func keepsMeaning(in other: ModelLayout) -> Bool {
        columns.allSatisfy { column in
            guard let now = other.column(column.name) else { return true }
            return column.isReadable(as: now) && relations(with: column) == other.relations(with: now)
        }
    }

    private func relations(with column: Column) -> Set<Relation> {
        Set(relations.filter { $0.columns.contains(column.name) })
    }
}
