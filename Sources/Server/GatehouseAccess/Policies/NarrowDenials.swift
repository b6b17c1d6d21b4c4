// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension Policy {
    /// The parts of the policy by which a Deny applies to fewer requests than it reads, or to none.
    ///
    /// An Allow with such a part permits too little, which is noticed soon; a Deny with one denies too little, which is
    /// noticed too late. What makes a Deny wider is accepted.
    package var narrowDenials: [AccessFlaw] {
        statements.enumerated().filter { $0.element.effect == .deny }.flatMap { index, statement in
            statement.narrowings.map { flaw in
                document["Statement"]?.arrayValue == nil
                    ? flaw.inside("Statement") : flaw.inside("[\(index)]").inside("Statement")
            }
        }
    }

    /// Whether the policy compares tags of the request's resource.
    package var comparesResourceTags: Bool {
        statements.contains { statement in
            statement.conditions.contains { $0.key.isResourceTag }
                || statement.patterns.contains { $0.variables.contains { $0.key.isResourceTag } }
        }
    }
}

extension PolicyStatement {
    private var use: Policy.Use { principals == nil ? .identity : .trust }

    /// The patterns of the statement's resources and conditions.
    fileprivate var patterns: [PolicyPattern] {
        let own: [PolicyPattern] =
            switch resources {
            case .among(let patterns), .allBut(let patterns): patterns
            case nil: []
            }
        return own + conditions.flatMap { $0.values.compactMap(\.pattern) }
    }

    fileprivate var narrowings: [AccessFlaw] {
        principalFlaws + actionFlaws + resourceFlaws + conditions.flatMap { $0.narrowings(in: use) } + repeatedKeys
    }

    private var principalFlaws: [AccessFlaw] {
        switch principals {
        case nil: []
        case .allBut(let list):
            list.aws.contains(.everyone)
                ? [
                    AccessFlaw(
                        .unsafe("the Deny excepts everyone: name the principals that it leaves out"),
                        at: ["NotPrincipal"])
                ] : []
        case .among(let list): list.narrowings.map { $0.inside("Principal") }
        }
    }

    private var actionFlaws: [AccessFlaw] {
        guard case .among(let patterns) = actions else { return [] }
        return patterns.contains { !$0.fixedText.allSatisfy(Self.isOfAction) }
            ? [
                AccessFlaw(
                    .unsafe("no action has other characters than letters, digits, - and _, and no variables"),
                    at: ["Action"])
            ] : []
    }

    private static func isOfAction(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ":", "-", "_": true
        default: false
        }
    }

    private var resourceFlaws: [AccessFlaw] {
        guard case .among(let patterns)? = resources else { return [] }
        return patterns.compactMap { $0.variableFlaw(in: use)?.inside("Resource") }
    }

    /// Keys that one operator has twice; a value must then fulfil both lists.
    private var repeatedKeys: [AccessFlaw] {
        conditions.enumerated().compactMap { index, condition in
            guard !condition.condition.isNegated,
                conditions[..<index].contains(where: {
                    $0.key == condition.key && $0.place[1].utf8.elementsEqual(condition.place[1].utf8)
                })
            else { return nil }
            return AccessFlaw(
                .unsafe("the operator has this key twice, and both lists would have to match: merge them"),
                at: condition.place)
        }
    }
}

extension PolicyCondition {
    /// Whether the condition holds for a request without the key.
    private var holdsWithoutKey: Bool {
        if condition == .null { return values.contains(.absence(true)) }
        return acceptsMissing || quantifier == .all || quantifier == .single && condition.isNegated
    }

    fileprivate func narrowings(in use: Policy.Use) -> [AccessFlaw] {
        guard holdsWithoutKey || key.isKnown(in: use) else {
            let cure =
                condition == .null ? "use Null with true" : "use \(quantifier.rawValue)\(condition.rawValue)IfExists"
            return [
                AccessFlaw(
                    .unsafe(
                        "no request to this server has this key, so that the Deny never applies: "
                            + "\(cure), which applies without the key, or another key"), at: place)
            ]
        }
        guard !condition.isNegated, condition != .null else { return [] }
        return values.compactMap { value in
            value.narrowing(comparing: key, in: use).map { AccessFlaw($0.problem, at: place) }
        }
    }
}

extension ConditionValue {
    fileprivate var pattern: PolicyPattern? {
        switch self {
        case .text(let pattern, _), .arn(let pattern): pattern
        case .number, .moment, .flag, .networks, .absence: nil
        }
    }

    /// The reason why the value cannot match all that it reads.
    fileprivate func narrowing(comparing key: ContextKey, in use: Policy.Use) -> AccessFlaw? {
        if let flaw = pattern?.variableFlaw(in: use) { return flaw }
        switch self {
        case .text(let pattern, let ignoringCase):
            if pattern.hasPlainWildcard {
                return AccessFlaw(
                    .unsafe(
                        "* and ? are characters here and no wildcards: use StringLike, or ${*} and ${?} for the characters"
                    ))
            }
            switch key.form {
            case .address where pattern.fixedText.contains("/"): return Self.wrongOperator
            case .flag where !pattern.canMatchFlag(ignoringCase: ignoringCase): return Self.noFlag
            case .arn where pattern.namesSession: return Self.sessionARN
            case .address, .flag, .arn, .moment, .number, nil: break
            }
        case .arn(let pattern):
            guard key.form == nil || key.form == .arn else { return Self.wrongOperator }
            guard pattern.canMatchARN else {
                return AccessFlaw(.unsafe("an ARN has six parts, of which each is compared alone: use arn:*:*:*:*:*"))
            }
            guard key.form != .arn || !pattern.namesSession else { return Self.sessionARN }
        case .number:
            guard key.form == nil || key.form == .number else { return Self.wrongOperator }
        case .moment:
            guard key.form == nil || key.form == .number || key.form == .moment else { return Self.wrongOperator }
        case .flag:
            guard key.form == nil || key.form == .flag else { return Self.wrongOperator }
        case .networks:
            guard key.form == nil || key.form == .address else { return Self.wrongOperator }
        case .absence: break
        }
        return nil
    }

    private static let wrongOperator = AccessFlaw(
        .unsafe("no value of this key fulfils this operator, so that the Deny never applies"))
    private static let noFlag = AccessFlaw(.unsafe("the value of this key is true or false, in lower case"))
    private static let sessionARN = AccessFlaw(
        .unsafe(
            "the value of this key in a session of a role is the ARN of the role: use arn:aws:iam::<account>:role/<name>, "
                + "or aws:userid for one session"))
}

extension PolicyPattern {
    /// The reason why a variable has no value in any request.
    fileprivate func variableFlaw(in use: Policy.Use) -> AccessFlaw? {
        if hasPlainVariable {
            return AccessFlaw(.unsafe("a policy without \"Version\": \"2012-10-17\" has no variables: add the version"))
        }
        for variable in variables where !variable.hasDefault {
            guard variable.key.isKnown(in: use), !variable.key.isList else {
                return AccessFlaw(
                    .unsafe("a variable has no value in requests to this server, so that it matches nothing"))
            }
        }
        return nil
    }

    /// Whether the pattern matches the value of a key that is true or false.
    fileprivate func canMatchFlag(ignoringCase: Bool) -> Bool {
        guard variables.isEmpty, let resolved = resolved(in: AccessContext()) else { return true }
        return ["true", "false"].contains { resolved.matches($0, ignoringCase ? .ignored : .exact) }
    }

    /// Whether the pattern is for the ARN of a session of a role; a role may have such a name.
    fileprivate var namesSession: Bool {
        let text = String(String.UnicodeScalarView(fixedText)).lowercased()
        return text.hasPrefix("assumed-role") || text.contains(":assumed-role")
    }
}

/// A stored entry whose policy denies less than it reads.
package struct NarrowDenial: Sendable, Equatable {
    /// The kind of the entry.
    package let kind: AccessKind
    /// The name of the entry.
    package let name: String
    /// The reason, with its place in the entry's document.
    package let flaw: AccessFlaw
}

extension AccessReading {
    /// The stored entries that deny less than they read: by a statement that new entries may not have, or because an
    /// attached policy does not exist.
    package func narrowDenials() throws -> [NarrowDenial] {
        let roles = try records(of: Role.self, after: nil, limit: AccessKind.role.limit).map(\.entry)
        let users = try records(of: User.self, after: nil, limit: AccessKind.user.limit).map(\.entry)
        let policies = try records(of: ManagedPolicy.self, after: nil, limit: AccessKind.policy.limit).map(\.entry)
        let names = Set(policies.map { Array($0.name.utf8) })
        func found<Entry: AccessEntry>(_ entry: Entry, attached: [String]) -> [NarrowDenial] {
            let missing = attached.filter { !names.contains(Array($0.utf8)) }.map { name in
                AccessFlaw(
                    .unsafe("the policy \(name) does not exist, so that it denies nothing"), at: ["attachedPolicies"])
            }
            return (entry.narrowDenials + missing).map { NarrowDenial(kind: Entry.kind, name: entry.name, flaw: $0) }
        }
        return policies.flatMap { found($0, attached: []) }
            + roles.flatMap { found($0, attached: $0.permissions.attached) }
            + users.flatMap { found($0, attached: $0.permissions.attached) }
    }
}
