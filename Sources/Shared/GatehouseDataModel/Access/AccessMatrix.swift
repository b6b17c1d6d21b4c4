// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The compiled rules of a model: the actions of each role on each field.
package struct AccessMatrix: Hashable, Sendable {
    /// The name of the model, or of the field for rules on one.
    package let owner: String
    /// The roles in the order of the rules.
    package private(set) var roles: [AccessRole] = []
    /// The fields that rules decide about, in the order of the model.
    package private(set) var fields: [String] = []
    /// The same fields as a set, which requests share.
    package private(set) var allFields: Set<String> = []
    /// The fields that the compiler added: readable with any other field, and no condition of a deletion.
    package private(set) var generated: Set<String> = []
    /// The fields that have rules of their own.
    package private(set) var restricted: Set<String> = []
    private var grants: [[AccessActions]] = []
    private var columns: [String: Int] = [:]
    /// The fields of each role and action, once no rule is added any more.
    private var sealed: [[Set<String>]] = []

    /// Makes a matrix without roles, which refuses all callers.
    package init(_ owner: String, fields: [String], generated: Set<String> = []) {
        self.owner = owner
        for field in fields { add(field) }
        self.generated = generated
    }

    private mutating func add(_ field: String) {
        guard columns[field] == nil else { return }
        sealed = []
        columns[field] = fields.count
        fields.append(field)
        allFields.insert(field)
        for row in grants.indices { grants[row].append(.none) }
    }

    /// Adds a field that the compiler added to the model; each role may read it that may read another field.
    package mutating func addGenerated(_ field: String) {
        add(field)
        generated.insert(field)
    }

    /// Gives a role actions on all fields.
    package mutating func grant(_ actions: AccessActions, to role: AccessRole) {
        let row = row(of: role)
        for column in fields.indices { grants[row][column].formUnion(actions) }
    }

    /// Gives a role actions on one field.
    package mutating func grant(_ actions: AccessActions, to role: AccessRole, on field: String) {
        let row = row(of: role)
        guard let column = columns[field] else { return }
        grants[row][column].formUnion(actions)
    }

    /// Takes all actions on a field from all roles, before the field's own rules are added.
    package mutating func reset(_ field: String) {
        guard let column = columns[field] else { return }
        sealed = []
        restricted.insert(field)
        for row in grants.indices { grants[row][column] = .none }
    }

    private mutating func row(of role: AccessRole) -> Int {
        sealed = []
        if let row = roles.firstIndex(of: role) { return row }
        roles.append(role)
        grants.append(Array(repeating: .none, count: fields.count))
        return roles.count - 1
    }

    /// What a role may do with a field.
    package func actions(of role: AccessRole, on field: String) -> AccessActions {
        guard let row = roles.firstIndex(of: role), let column = columns[field] else { return .none }
        guard generated.contains(field), grants[row].contains(where: { !$0.isEmpty }) else {
            return grants[row][column]
        }
        // A field that the compiler added is not in the schema that the author wrote rules for.
        let granted = grants[row].reduce(into: AccessActions()) { $0.formUnion($1) }
        return grants[row][column].union(granted.intersection(.read))
    }

    /// Computes what requests ask for, after the last rule.
    package mutating func seal() {
        sealed = []
        sealed = roles.map { role in AccessAction.allCases.map { computedFields(for: $0, role) } }
    }

    /// The fields with which a role may do something; for a deletion all fields or none.
    package func fields(for action: AccessAction, _ role: AccessRole) -> Set<String> {
        roles.firstIndex(of: role).map { fields(for: action, row: $0) } ?? []
    }

    private func fields(for action: AccessAction, row: Int) -> Set<String> {
        sealed.isEmpty ? computedFields(for: action, roles[row]) : sealed[row][action.rawValue]
    }

    private func computedFields(for action: AccessAction, _ role: AccessRole) -> Set<String> {
        let allowed = Set(fields.filter { actions(of: role, on: $0).contains(action) })
        if action == .delete {
            let isComplete = fields.allSatisfy { generated.contains($0) || allowed.contains($0) }
            return isComplete && !allowed.isEmpty ? allFields : []
        }
        return allowed
    }

    /// The roles that may do something with at least one field.
    package func roles(for action: AccessAction) -> [AccessRole] {
        roles.filter { !fields(for: action, $0).isEmpty }
    }

    /// The roles of a mode that may do one of some actions with at least one field, in the order of the rules.
    package func roles(of mode: AuthorizationMode, for actions: [AccessAction]) -> [AccessRole] {
        roles.indices.filter { row in
            roles[row].mode == mode && actions.contains { !fields(for: $0, row: row).isEmpty }
        }.map { roles[$0] }
    }

    /// The modes of the roles that may do something.
    package func modes(for actions: [AccessAction]) -> Set<AuthorizationMode> {
        Set(actions.flatMap { roles(for: $0) }.map(\.mode))
    }

    /// The fields of records that hold owners or groups, which stores index.
    package var recordFields: [String] {
        var seen: Set<String> = []
        return roles.compactMap(\.field).filter { seen.insert($0).inserted }
    }

    /// The matrix as a table for people: a line a role, a column a field; fields with equal cells share a column.
    package var table: String {
        var columns: [(title: [String], cells: [String])] = []
        for field in fields {
            let cells = roles.map { actions(of: $0, on: field).letters }
            if let same = columns.firstIndex(where: { $0.cells == cells }) {
                columns[same].title.append(field)
            } else {
                columns.append(([field], cells))
            }
        }
        let heads = columns.map { columns.count == 1 ? "all fields" : $0.title.joined(separator: ", ") }
        var lines = [[owner] + heads]
        for (row, role) in roles.enumerated() { lines.append([role.description] + columns.map { $0.cells[row] }) }
        if roles.isEmpty { lines.append(["nobody"] + heads.map { _ in "----" }) }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            var text = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(
                separator: "  ")
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n") + "\n"
    }
}
