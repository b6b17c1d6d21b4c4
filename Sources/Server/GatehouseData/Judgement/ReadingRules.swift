// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// The rules by which one caller reads the records of a model, for all records of a page.
///
/// What does not depend on the record is computed once. The verdict is computed again only if other roles match a record
/// than matched the one before it, which is rare: most pages are read by one role.
struct ReadingRules {
    /// What a record must have for a role to apply to it.
    private enum Requirement {
        /// Nothing: the role applies to the caller.
        case nothing
        /// One of the caller's values.
        case membership(RecordScope.Membership)
        /// The role does not apply to the caller, whatever the record has.
        case impossible
    }

    /// The actions that rules must allow, one of them at least.
    let actions: [AccessAction]
    /// The roles of the caller's mode that allow it, in the order of the judgement; none for an administrator.
    let roles: [AccessRole]
    private let judge: AccessJudge
    private let caller: Caller
    private let requirements: [Requirement]
    private var latest: (matching: [Int], verdict: AccessVerdict)?

    init(_ judge: AccessJudge, _ actions: [AccessAction], _ caller: Caller) {
        self.judge = judge
        self.actions = actions
        self.caller = caller
        roles = caller.isAdministrator ? [] : judge.candidates(actions, caller)
        requirements = roles.map { role in
            if role.isStatic { return judge.matches(role, caller) ? .nothing : .impossible }
            return judge.membership(role, caller).map(Requirement.membership) ?? .impossible
        }
    }

    /// Decides about a stored record.
    mutating func verdict(on record: GraphQLObject) -> AccessVerdict {
        let matching = requirements.indices.filter { position in
            switch requirements[position] {
            case .nothing: true
            case .membership(let membership): membership.holds(for: record)
            case .impossible: false
            }
        }
        if let latest, latest.matching == matching { return latest.verdict }
        let verdict = verdict(ofRolesAt: matching)
        latest = (matching, verdict)
        return verdict
    }

    private func verdict(ofRolesAt positions: [Int]) -> AccessVerdict {
        if caller.isAdministrator { return judge.administrator }
        guard !roles.isEmpty else { return .refused(.noRule(actions[0], caller.mode)) }
        let (fields, deciding) = judge.union(positions.map { roles[$0] }, actions)
        guard !fields.isEmpty else { return .refused(.noMatch(roles)) }
        return AccessVerdict(
            isAllowed: true, fields: fields, scope: scope, searchable: judge.searchable(fields, caller), additions: [:],
            refusedFields: [], reason: .rules(deciding))
    }

    /// The records in which one of the roles can match.
    private var scope: RecordScope {
        var memberships: [RecordScope.Membership] = []
        for requirement in requirements {
            switch requirement {
            case .nothing: return .everything
            case .membership(let membership): memberships.append(membership)
            case .impossible: break
            }
        }
        return .members(AccessJudge.merged(memberships))
    }
}
