// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A statement of a policy.
struct PolicyStatement: Sendable, Equatable {
    /// What a statement does to the requests that it applies to.
    enum Effect: String, CaseIterable {
        case allow = "Allow"
        case deny = "Deny"
    }

    /// A list of which one element matches, or none.
    enum Choice<Element: Sendable & Equatable>: Sendable, Equatable {
        case among(Element)
        case allBut(Element)
    }

    let effect: Effect
    let actions: Choice<[PolicyPattern]>
    /// `nil` in a trust policy.
    let resources: Choice<[PolicyPattern]>?
    /// `nil` in a policy of an identity.
    let principals: Choice<PolicyPrincipals>?
    let conditions: [PolicyCondition]

    private static let common = ["Sid", "Effect", "Action", "NotAction", "Condition"]

    init(_ value: WireValue, for use: Policy.Use, hasVariables: Bool) throws(AccessFlaw) {
        let own =
            switch use {
            case .identity: ["Resource", "NotResource"]
            case .trust: ["Principal", "NotPrincipal"]
            }
        let node = try AccessNode(value, allowing: Self.common + own)
        if let sid = try node.text("Sid", limit: 256), !sid.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw AccessFlaw(.malformed("printable ASCII"), at: ["Sid"])
        }
        guard let effect = try node.choice("Effect", of: Effect.self) else {
            throw AccessFlaw(.missing, at: ["Effect"])
        }
        self.effect = effect
        actions = try Self.choice("Action", "NotAction", in: node) { value throws(AccessFlaw) in
            try Self.actions(value)
        }
        resources =
            use == .trust
            ? nil
            : try Self.choice("Resource", "NotResource", in: node) { value throws(AccessFlaw) in
                try Self.resources(value, hasVariables: hasVariables)
            }
        principals =
            use == .identity
            ? nil
            : try Self.choice("Principal", "NotPrincipal", in: node) { value throws(AccessFlaw) in
                try PolicyPrincipals(value)
            }
        if effect == .allow, case .allBut? = principals {
            throw AccessFlaw(.unsafe("an Allow with NotPrincipal trusts every other principal"), at: ["NotPrincipal"])
        }
        conditions =
            try node["Condition"].map { value throws(AccessFlaw) in
                try PolicyCondition.list(value, hasVariables: hasVariables)
            } ?? []
    }

    private static func choice<Element>(
        _ name: String, _ negated: String, in node: AccessNode,
        read: (WireValue) throws(AccessFlaw) -> Element
    ) throws(AccessFlaw) -> Choice<Element> {
        switch (node[name], node[negated]) {
        case (nil, nil): throw AccessFlaw(.missing, at: [name])
        case (.some, .some): throw AccessFlaw(.oneOf(name, negated), at: [name])
        case (let value?, nil):
            do { return .among(try read(value)) } catch { throw error.inside(name) }
        case (nil, let value?):
            do { return .allBut(try read(value)) } catch { throw error.inside(negated) }
        }
    }

    private static func actions(_ value: WireValue) throws(AccessFlaw) -> [PolicyPattern] {
        var patterns: [PolicyPattern] = []
        for (place, text) in try value.texts() {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard text == "*" || parts.count == 2 && parts.allSatisfy({ !$0.isEmpty }) else {
                throw AccessFlaw(.malformed("* or an action such as sts:AssumeRole"), at: place)
            }
            patterns.append(PolicyPattern(wildcards: text))
        }
        return patterns
    }

    private static func resources(_ value: WireValue, hasVariables: Bool) throws(AccessFlaw) -> [PolicyPattern] {
        var patterns: [PolicyPattern] = []
        for (place, text) in try value.texts() {
            let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
            guard text == "*" || text.hasPrefix("arn:") && colons >= 5 else {
                throw AccessFlaw(.malformed("* or an ARN"), at: place)
            }
            do {
                patterns.append(try PolicyPattern(text, hasWildcards: true, hasVariables: hasVariables))
            } catch {
                throw AccessFlaw(error.problem, at: place)
            }
        }
        return patterns
    }
}
