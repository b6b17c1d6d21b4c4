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
        note(verdict, on: request, in: decisions)
        return verdict
    }

    /// Decides about reading a record at the other end of a relation, by rules that were made for all such records.
    func judge(
        related record: GraphQLObject, by rules: inout ReadingRules, noting decisions: DecisionLog
    ) -> AccessVerdict {
        let verdict = rules.verdict(on: record)
        note(verdict, on: .related(stored: record), in: decisions)
        return verdict
    }

    private func note(_ verdict: AccessVerdict, on request: AccessRequest, in decisions: DecisionLog) {
        decisions.note(request.record.flatMap { RecordID($0, model.key) }) { refusal in
            AccessDecision(
                subject: model.name, action: request.actions[0], outcome: verdict.isAllowed ? .allowed : refusal,
                reason: verdict.reason, scope: verdict.isAllowed ? verdict.scope : .everything,
                hiddenFields: verdict.isAllowed ? hidden(from: verdict.fields) : [])
        }
    }

    private func verdict(on request: AccessRequest, _ caller: Caller) -> AccessVerdict {
        if caller.isAdministrator { return administrator }
        var verdict = byRules(request, caller)
        verdict.searchable = searchable(verdict.searchable, caller)
        return verdict
    }

    /// Those of some readable fields by which a caller may search.
    func searchable(_ fields: Set<String>, _ caller: Caller) -> Set<String> {
        // What policies or a function deny to read cannot be found out by searching either.
        guard !caller.deniedFields.isEmpty else { return fields }
        return fields.filter { !caller.deniedFields.contains("\(model.name).\($0)") }
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
        var rules = ReadingRules(self, [action], caller)
        return readableFields(of: record, by: &rules, noting: decisions)
    }

    /// The fields of a record that a caller may read in a list or a sync, by rules that were made for all its records.
    func readableFields(
        of record: GraphQLObject, by rules: inout ReadingRules, noting decisions: DecisionLog
    ) -> Set<String> {
        let verdict = rules.verdict(on: record)
        let fields = verdict.fields
        let (action, roles) = (rules.actions[0], rules.roles)
        decisions.leavingOut.note(RecordID(record, model.key)) { refusal in
            AccessDecision(
                subject: model.name, action: action, outcome: fields.isEmpty ? refusal : .allowed,
                reason: verdict.isAllowed ? verdict.reason : .noMatch(roles),
                hiddenFields: fields.isEmpty ? [] : hidden(from: fields))
        }
        return fields
    }

    /// The fields of the model that are not in a set, sorted.
    private func hidden(from fields: Set<String>) -> [String] {
        matrix.fields.filter { !fields.contains($0) }.sorted()
    }

    /// The verdict on each request of an administrator.
    var administrator: AccessVerdict {
        AccessVerdict(
            isAllowed: true, fields: matrix.allFields, scope: .everything, searchable: matrix.allFields, additions: [:],
            refusedFields: [], reason: .administrator)
    }

    // MARK: - Roles

    /// The roles of the caller's mode that may do one of the actions with some field, in the order of the judgement.
    func candidates(_ actions: [AccessAction], _ caller: Caller) -> [AccessRole] {
        // Roles of one rank stay in the order of the rules.
        matrix.roles(of: caller.mode, for: actions).sorted { $0.rank < $1.rank }
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
        var fields: Set<String> = []
        // Most roles may do each of the actions with all fields; then no union is built.
        for action in actions where fields.count < matrix.fields.count {
            let given = matrix.fields(for: action, role)
            if fields.isEmpty { fields = given } else { fields.formUnion(given) }
        }
        return fields
    }

    /// What roles give together; the first one that gives all fields stands alone.
    func union(_ roles: [AccessRole], _ actions: [AccessAction]) -> (fields: Set<String>, deciding: [AccessRole]) {
        var fields: Set<String> = []
        var deciding: [AccessRole] = []
        for role in roles {
            let given = self.fields(actions, role)
            // The matrix gives a role fields of the model only.
            if given.count == matrix.fields.count { return (given, [role]) }
            guard !given.isSubset(of: fields) else { continue }
            if fields.isEmpty { fields = given } else { fields.formUnion(given) }
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
