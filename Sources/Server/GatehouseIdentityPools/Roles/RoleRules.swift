// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// Mapping rules that select a role by claims; the first matching rule is used.
struct RoleRules: Sendable {
    private let rules: [MappingRule]

    init(_ rules: [MappingRule]) {
        self.rules = rules
    }

    /// The role of the first matching rule; with a custom role, only rules for that role count.
    func role(for claims: [WireName: WireValue], customRole: String?) -> String? {
        rules.first { rule in
            (customRole == nil || rule.roleARN == customRole) && Self.matches(rule, claims[rule.claim])
        }?.roleARN
    }

    /// Whether a claim matches a rule; an array matches if one element does, and is unequal if no element is equal.
    ///
    /// An absent claim matches no rule.
    private static func matches(_ rule: MappingRule, _ claim: WireValue?) -> Bool {
        guard let claim else { return false }
        let values = texts(claim)
        guard !values.isEmpty else { return false }
        switch rule.matchType {
        // By bytes: texts that are the same only after normalization are different values.
        case .equals: return values.contains { $0.utf8.elementsEqual(rule.value.utf8) }
        case .notEqual: return !values.contains { $0.utf8.elementsEqual(rule.value.utf8) }
        case .startsWith: return values.contains { $0.utf8.starts(with: rule.value.utf8) }
        case .contains: return values.contains { $0.utf8.contains(rule.value.utf8) }
        default: return false
        }
    }

    private static func texts(_ claim: WireValue) -> [String] {
        switch claim {
        case .string(let text): [text]
        case .bool(let value): [String(value)]
        case .integer(let value): [String(value)]
        case .double(let value): [String(value)]
        case .array(let elements): elements.flatMap(texts)
        case .null, .object: []
        }
    }
}
