// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL

/// What the console tells a developer about decisions, in JSON.
enum ConsoleReport {
    /// A response with errors alone.
    static func errors(_ errors: [GraphQLObject]) -> GraphQLValue {
        .object(["errors": .list(errors.map { .object($0) })])
    }

    /// The decisions in their order.
    static func decisions(_ decisions: [AccessDecision]) -> GraphQLValue { .list(decisions.map(decision)) }

    private static func decision(_ decision: AccessDecision) -> GraphQLValue {
        var members: GraphQLObject = [
            "subject": .string(decision.subject), "outcome": .string(decision.outcome.rawValue),
            "reason": .string(decision.reason.description),
        ]
        members["action"] = decision.action.map { .string($0.name) }
        members["scope"] = text(of: decision.scope).map { .string($0) }
        if !decision.hiddenFields.isEmpty {
            members["hiddenFields"] = .list(decision.hiddenFields.map { .string($0) })
        }
        if decision.count > 0 {
            members["records"] = .list(decision.records.map { .string(text(of: $0)) })
            members["count"] = .int(decision.count)
        }
        return .object(members)
    }

    /// The limits of a scope in words; `nil` for a scope without limits.
    private static func text(of scope: RecordScope) -> String? {
        switch scope {
        case .everything: nil
        case .nothing: "no records"
        case .members(let memberships):
            "only records with "
                + memberships.map { "\($0.field) = \($0.values.joined(separator: " or "))" }.joined(separator: ", or ")
        }
    }

    private static func text(of record: RecordID) -> String {
        record.values.map { SortKey.spelling($0) ?? "" }.joined(separator: ", ")
    }

    /// A caller, as the rules see it.
    static func caller(_ caller: Caller?) -> GraphQLValue {
        guard let caller else { return .null }
        var members: GraphQLObject = ["mode": .string(caller.mode.provider)]
        if !caller.claims.isEmpty { members["claims"] = .object(caller.claims) }
        if caller.mode == .iam { members["role"] = .string(String(describing: caller.role)) }
        return .object(members)
    }
}
