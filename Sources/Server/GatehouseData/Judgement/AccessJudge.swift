// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
import GatehouseDataStores
package import GatehouseGraphQL

/// The one place that decides what a caller may do with the records of a model, and with which of their fields.
///
/// Resolvers, subscriptions, sync, relations and the developer page ask it; none decides for itself.
package struct AccessJudge: Sendable {
    let model: Model
    let settings: DataSettings
    var matrix: AccessMatrix { model.access }

    /// Makes the judge of a model.
    package init(_ model: Model, _ settings: DataSettings) {
        self.model = model
        self.settings = settings
    }

    /// Decides about a request of a caller.
    package func judge(
        _ request: AccessRequest, by caller: Caller, noting decisions: DecisionLog = .none
    ) -> AccessVerdict {
        let verdict = verdict(on: request, caller)
        decisions.note(request.record.flatMap { RecordID($0, model.key) }) { refusal in
            AccessDecision(
                subject: model.name, action: request.actions[0], outcome: verdict.isAllowed ? .allowed : refusal,
                reason: verdict.reason, scope: verdict.isAllowed ? verdict.scope : .everything,
                hiddenFields: verdict.isAllowed ? hidden(from: verdict.fields) : [])
        }
        return verdict
    }

    private func verdict(on request: AccessRequest, _ caller: Caller) -> AccessVerdict {
        if caller.isAdministrator { return administrator }
        var verdict = byRules(request, caller)
        // What policies or a function deny to read cannot be found out by searching either.
        if !caller.deniedFields.isEmpty {
            verdict.searchable = verdict.searchable.filter { !caller.deniedFields.contains("\(model.name).\($0)") }
        }
        return verdict
    }

    private func byRules(_ request: AccessRequest, _ caller: Caller) -> AccessVerdict {
        switch request {
        case .create(let input): return create(input, caller)
        case .update(let stored, let input): return update(stored, input, caller)
        case .delete(let stored): return delete(stored, caller)
        case .get(let stored), .related(let stored): return get(stored, request.actions, caller)
        case .list(let keys): return list(request.actions, keys, caller)
        case .sync, .search: return list(request.actions, [:], caller)
        case .listen(let owners): return listen(owners, caller)
        }
    }

    /// The fields of a record that a caller may read in a list, a sync or an event.
    package func readableFields(
        of record: GraphQLObject, _ action: AccessAction, by caller: Caller, noting decisions: DecisionLog = .none
    ) -> Set<String> {
        if action == .listen, let all = publicEvents { return all }
        let candidates = caller.isAdministrator ? [] : candidates([action], caller)
        let roles = candidates.filter { matches($0, caller, record) }
        let fields =
            caller.isAdministrator
            ? Set(matrix.fields) : roles.reduce(into: []) { $0.formUnion(matrix.fields(for: action, $1)) }
        decisions.leavingOut.note(RecordID(record, model.key)) { refusal in
            let reason: AccessReason =
                caller.isAdministrator
                ? .administrator : fields.isEmpty ? .noMatch(candidates) : .rules(union(roles, [action]).deciding)
            return AccessDecision(
                subject: model.name, action: action, outcome: fields.isEmpty ? refusal : .allowed, reason: reason,
                hiddenFields: fields.isEmpty ? [] : hidden(from: fields))
        }
        return fields
    }

    /// The fields of the model that are not in a set, sorted.
    private func hidden(from fields: Set<String>) -> [String] {
        matrix.fields.filter { !fields.contains($0) }.sorted()
    }

    private var administrator: AccessVerdict {
        let all = Set(matrix.fields)
        return AccessVerdict(
            isAllowed: true, fields: all, scope: .everything, searchable: all, additions: [:], refusedFields: [],
            reason: .administrator)
    }

    // MARK: - Roles

    /// The roles of the caller's mode that may do one of the actions with some field, in the order of the judgement.
    func candidates(_ actions: [AccessAction], _ caller: Caller) -> [AccessRole] {
        let roles = matrix.roles.filter { role in
            role.mode == caller.mode && !fields(actions, role).isEmpty
        }
        return roles.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    /// Whether a static role applies to a caller.
    func matches(_ role: AccessRole, _ caller: Caller) -> Bool { role.admits(caller) }

    /// Whether a role applies to a caller and a record.
    func matches(_ role: AccessRole, _ caller: Caller, _ record: GraphQLObject) -> Bool {
        if role.isStatic { return matches(role, caller) }
        return membership(role, caller)?.holds(for: record) ?? false
    }

    /// The values that a record must have for a role of owners or groups to apply; `nil` if the caller has none.
    func membership(_ role: AccessRole, _ caller: Caller) -> RecordScope.Membership? {
        guard role.mode == caller.mode else { return nil }
        switch role.kind {
        case .owner(let field, _, let claims):
            return caller.owner(claims).map { RecordScope.Membership(field, $0.accepted) }
        case .groupField(let field, _, let claim):
            let groups = caller.groups(claim)
            return groups.isEmpty ? nil : RecordScope.Membership(field, groups)
        case .group, .signedIn, .everybody, .custom: return nil
        }
    }

    /// The fields with which a role may do one of the actions.
    func fields(_ actions: [AccessAction], _ role: AccessRole) -> Set<String> {
        actions.reduce(into: []) { $0.formUnion(matrix.fields(for: $1, role)) }
    }

    /// What roles give together; the first one that gives all fields stands alone.
    func union(_ roles: [AccessRole], _ actions: [AccessAction]) -> (fields: Set<String>, deciding: [AccessRole]) {
        let all = Set(matrix.fields)
        var fields: Set<String> = []
        var deciding: [AccessRole] = []
        for role in roles {
            let given = self.fields(actions, role)
            if given == all { return (all, [role]) }
            guard !given.isSubset(of: fields) else { continue }
            fields.formUnion(given)
            deciding.append(role)
        }
        return (fields, deciding)
    }
}

extension AccessRole {
    /// Whether a static role applies to a caller; a role of owners or groups in records applies to none without one.
    func admits(_ caller: Caller) -> Bool {
        guard mode == caller.mode else { return false }
        switch kind {
        case .group(let group, let claim):
            return caller.groups(claim).contains { $0.utf8.elementsEqual(group.utf8) }
        case .signedIn: return caller.mode != .iam || caller.role == .authenticated
        case .everybody:
            guard caller.mode == .iam else { return true }
            // A rule admits guests; the default mode of a model without rules admits both roles of a pool.
            return caller.role == .unauthenticated || (isDefault && caller.role == .authenticated)
        case .custom: return true
        case .owner, .groupField: return false
        }
    }
}

extension AccessMatrix {
    /// Whether a field without records, of a plain type or a root type, admits a caller; its roles are static.
    func admits(_ caller: Caller) -> Bool { caller.isAdministrator || roles.contains { $0.admits(caller) } }
}
