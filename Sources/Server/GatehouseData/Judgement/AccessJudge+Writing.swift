// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

extension AccessJudge {
    // MARK: - Create

    /// Decides about a new record, and fills its owners.
    func create(_ input: GraphQLObject, _ caller: Caller) -> AccessVerdict {
        let roles = candidates([.create], caller)
        guard !roles.isEmpty else { return .refused(.noRule(.create, caller.mode)) }
        var matching: [AccessRole] = []
        var owners: [(role: AccessRole, field: String, value: GraphQLValue)] = []
        for role in roles {
            switch role.kind {
            case .owner(let field, let isList, let claims):
                guard let owner = caller.owner(claims) else { continue }
                if let given = input[field] {
                    if Self.names(owner, given) { matching.append(role) }
                } else {
                    let value = GraphQLValue.string(owner.stored)
                    owners.append((role, field, isList ? .list([value]) : value))
                    matching.append(role)
                }
            default: if matches(role, caller, input) { matching.append(role) }
            }
        }
        let (fields, deciding) = union(matching, [.create])
        guard !fields.isEmpty else { return .refused(.noMatch(roles)) }
        let refused = input.keys.filter { !fields.contains($0) && !isFree($0) }
        guard refused.isEmpty else { return .refused(.fields(refused), fields: refused) }

        var additions = GraphQLObject()
        for owner in owners where additions[owner.field] == nil {
            // An owner that no rule needs is added for later requests of the owner, if the API is set to do so.
            if deciding.contains(owner.role) || settings.populatesOwners { additions[owner.field] = owner.value }
        }
        return AccessVerdict(
            isAllowed: true, fields: fields, scope: .everything,
            searchable: list([.get], [:], caller).searchable, additions: additions,
            refusedFields: [], reason: .rules(deciding))
    }

    /// Whether a value of an input names an owner.
    private static func names(_ owner: OwnerValue, _ value: GraphQLValue) -> Bool {
        switch value {
        case .string(let text): owner.accepts(text)
        case .list(let elements):
            elements.contains { if case .string(let text) = $0 { owner.accepts(text) } else { false } }
        default: false
        }
    }

    /// Whether a field of an input needs no rule: ends of relations, versions, and what the compiler added as key.
    private func isFree(_ field: String) -> Bool {
        if Record.versionFields.contains(field) { return true }
        switch model.fields[field]?.origin {
        case .relationKey, .version, .key, .timestamp: return true
        case .written, .owner, nil: return false
        }
    }

    // MARK: - Update

    /// Decides about a change by the stored record.
    func update(_ stored: GraphQLObject?, _ input: GraphQLObject, _ caller: Caller) -> AccessVerdict {
        let roles = candidates([.update], caller)
        guard !roles.isEmpty else { return .refused(.noRule(.update, caller.mode)) }
        let matching = roles.filter { matches($0, caller, stored ?? [:]) }
        let (fields, deciding) = union(matching, [.update])
        guard !fields.isEmpty else { return .refused(.noMatch(roles)) }
        let nullable = nullableFields(stored ?? [:], caller)
        let refused = input.filter { name, value in
            if model.key.fields.contains(name) || isFree(name) { return false }
            if strictOwners(deciding, stored ?? [:], name, value) { return true }
            return !fields.contains(name) || (value == .null && !nullable.contains(name))
        }.map(\.key)
        guard refused.isEmpty else { return .refused(.fields(refused), fields: refused) }
        return AccessVerdict(
            isAllowed: true, fields: fields, scope: .everything,
            searchable: readableFields(of: stored ?? [:], .get, by: caller), additions: [:],
            refusedFields: [], reason: .rules(deciding))
    }

    /// The fields that the caller may set to `null`: those with which one of the caller's roles may `delete`.
    private func nullableFields(_ stored: GraphQLObject, _ caller: Caller) -> Set<String> {
        let matching = matrix.roles.filter { $0.mode == caller.mode && matches($0, caller, stored) }
        return Set(
            matrix.fields.filter { field in matching.contains { matrix.actions(of: $0, on: field).contains(.delete) } })
    }

    /// Whether a change of an owner is refused: the API is strict, and owners alone are allowed to make it.
    private func strictOwners(
        _ roles: [AccessRole], _ stored: GraphQLObject, _ field: String, _ value: GraphQLValue
    ) -> Bool {
        guard settings.strictOwnership, !roles.contains(where: \.isStatic) else { return false }
        let isOwner = matrix.roles.contains { role in
            if case .owner(field, _, _) = role.kind { true } else { false }
        }
        return isOwner && !value.isSame(as: stored[field] ?? .null)
    }

    // MARK: - Delete

    /// Decides about a deletion by the stored record: a role needs all fields.
    func delete(_ stored: GraphQLObject?, _ caller: Caller) -> AccessVerdict {
        let roles = candidates([.delete], caller)
        guard !roles.isEmpty else { return .refused(.noRule(.delete, caller.mode)) }
        guard let role = roles.first(where: { matches($0, caller, stored ?? [:]) }) else {
            return .refused(.noMatch(roles))
        }
        return AccessVerdict(
            isAllowed: true, fields: matrix.allFields, scope: .everything,
            searchable: readableFields(of: stored ?? [:], .get, by: caller), additions: [:], refusedFields: [],
            reason: .rules([role]))
    }
}
