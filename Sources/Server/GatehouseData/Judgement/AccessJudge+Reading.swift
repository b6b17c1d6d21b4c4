// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

extension AccessJudge {
    // MARK: - One record

    /// Decides about reading one record: a missing one is no secret, a foreign one is refused.
    func get(_ stored: GraphQLObject?, _ actions: [AccessAction], _ caller: Caller) -> AccessVerdict {
        if let stored {
            var rules = ReadingRules(self, actions, caller)
            return rules.verdict(on: stored)
        }
        var verdict = list(actions, [:], caller)
        if verdict.isAllowed { verdict.reason = .noRecord }
        return verdict
    }

    // MARK: - Many records

    /// Decides about reading records: which of them, and by which fields they may be searched.
    func list(_ actions: [AccessAction], _ keys: GraphQLObject, _ caller: Caller) -> AccessVerdict {
        let roles = candidates(actions, caller)
        guard !roles.isEmpty else { return .refused(.noRule(actions[0], caller.mode)) }
        let fixed = roles.filter { matches($0, caller) }
        if !fixed.isEmpty {
            let (fields, deciding) = union(fixed, actions)
            var possible = fields
            for role in roles where membership(role, caller) != nil { possible.formUnion(self.fields(actions, role)) }
            return allowed(possible, .everything, searchable: fields, deciding)
        }
        let dynamic = roles.compactMap { role in membership(role, caller).map { (role, $0) } }
        guard !dynamic.isEmpty else { return .refused(.noMatch(roles)) }
        let memberships = dynamic.map(\.1)
        // A key that names a foreign owner is refused, if no other rule could let such a record through.
        for (key, value) in keys where value != .null {
            let own = memberships.filter { $0.field == key }
            guard own.count == memberships.count, let text = value.text else { continue }
            let isOwn = own.contains { $0.values.contains { $0.utf8.elementsEqual(text.utf8) } }
            if !isOwn { return .refused(.noMatch(dynamic.map(\.0))) }
        }
        let sets = dynamic.map { fields(actions, $0.0) }
        return allowed(
            sets.reduce(into: []) { $0.formUnion($1) }, .members(Self.merged(memberships)),
            searchable: sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }, dynamic.map(\.0))
    }

    /// Memberships with one entry a field.
    static func merged(_ memberships: [RecordScope.Membership]) -> [RecordScope.Membership] {
        var merged: [RecordScope.Membership] = []
        for membership in memberships {
            guard let position = merged.firstIndex(where: { $0.field == membership.field }) else {
                merged.append(membership)
                continue
            }
            for value in membership.values
            where !merged[position].values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) {
                merged[position].values.append(value)
            }
        }
        return merged
    }

    private func allowed(
        _ fields: Set<String>, _ scope: RecordScope, searchable: Set<String>, _ roles: [AccessRole]
    ) -> AccessVerdict {
        AccessVerdict(
            isAllowed: true, fields: fields, scope: scope, searchable: searchable, additions: [:], refusedFields: [],
            reason: .rules(roles))
    }

    // MARK: - Events

    /// The fields of events that any caller receives, without a look at the rules; `nil` for a model whose
    /// subscriptions are not public.
    var publicEvents: Set<String>? { model.operations.level == .public ? matrix.allFields : nil }

    /// Decides about a subscription: an owner in its arguments must be the caller, and narrows the events.
    func listen(_ owners: GraphQLObject, _ caller: Caller) -> AccessVerdict {
        if let all = publicEvents { return allowed(all, .everything, searchable: all, []) }
        var verdict = list([.listen], [:], caller)
        guard verdict.isAllowed, case .members(let memberships) = verdict.scope else { return verdict }
        for (field, value) in owners where value != .null {
            let own = memberships.filter { $0.field == field }
            // An owner field of another mode's rule narrows the events, which the scope allows anyway.
            guard let membership = own.first else { continue }
            guard let text = value.text, membership.values.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
                return .refused(.noMatch(candidates([.listen], caller)))
            }
            // Any accepted value names the same caller, whichever generation of it the record has.
            verdict.scope = .members([membership])
        }
        return verdict
    }
}
