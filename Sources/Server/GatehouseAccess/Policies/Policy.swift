// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A policy document of IAM in the subset that the server evaluates.
///
/// Source: the IAM user guide, "IAM JSON policy elements reference".
package struct Policy: Sendable, Equatable {
    /// What a policy is attached to, which decides about its elements.
    package enum Use: Sendable {
        /// A role, a user or a session: the policy has resources and no principals.
        case identity
        /// The trust of a role: the policy has principals and no resources.
        case trust

        /// The longest document in JSON without blanks, in bytes; these are quotas of IAM.
        package var limit: Int {
            switch self {
            case .identity: 10_240
            case .trust: 4_096
            }
        }
    }

    /// The language of a policy.
    enum Version: String, CaseIterable {
        /// The default, which has no variables.
        case of2008 = "2008-10-17"
        case of2012 = "2012-10-17"
    }

    /// The document as it was read.
    package let document: WireValue
    let statements: [PolicyStatement]

    /// Reads a policy from a text.
    /// - Throws: ``AccessFlaw`` with the place of the first flaw.
    package init(json text: String, for use: Use) throws(AccessFlaw) {
        // A text with blanks may be longer than the quota, but not without limit.
        guard text.utf8.count <= 8 * use.limit else { throw AccessFlaw(.tooLong(8 * use.limit)) }
        try self.init(try WireValue(accessJSON: Array(text.utf8)), for: use)
    }

    /// Reads a policy from a JSON value.
    /// - Throws: ``AccessFlaw`` with the place of the first flaw.
    package init(_ document: WireValue, for use: Use) throws(AccessFlaw) {
        let node = try AccessNode(document, allowing: ["Version", "Id", "Statement"])
        guard document.json().count <= use.limit else { throw AccessFlaw(.tooLong(use.limit)) }
        let version = try node.choice("Version", of: Version.self) ?? .of2008
        guard let list = node["Statement"] else { throw AccessFlaw(.missing, at: ["Statement"]) }
        let elements = list.arrayValue ?? [list]
        guard !elements.isEmpty else { throw AccessFlaw(.empty, at: ["Statement"]) }
        var statements: [PolicyStatement] = []
        for (index, element) in elements.enumerated() {
            do {
                statements.append(try PolicyStatement(element, for: use, hasVariables: version == .of2012))
            } catch {
                throw list.arrayValue == nil
                    ? error.inside("Statement") : error.inside("[\(index)]").inside("Statement")
            }
        }
        self.document = document
        self.statements = statements
    }
}

extension WireValue {
    /// Reads a JSON document of access management, which names each member of an object once.
    /// - Throws: ``AccessFlaw``.
    package init(accessJSON bytes: [UInt8]) throws(AccessFlaw) {
        do {
            try self.init(unambiguousJSON: bytes)
        } catch .repeatedMember {
            throw AccessFlaw(.repeatsMember)
        } catch {
            throw AccessFlaw(.notJSON)
        }
    }
}

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
