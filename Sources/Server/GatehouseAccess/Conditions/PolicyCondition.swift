// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A key of the request's context, an operator, and the values of the policy.
struct PolicyCondition: Sendable, Equatable {
    /// How a key with several values is compared.
    enum Quantifier: String, Sendable {
        /// No prefix: one value of the request must match.
        case single = ""
        case any = "ForAnyValue:"
        case all = "ForAllValues:"
    }

    let condition: ConditionOperator
    let quantifier: Quantifier
    /// Whether a missing key fulfils the condition (`IfExists`).
    let acceptsMissing: Bool
    let key: ContextKey
    let values: [ConditionValue]
    /// The place in the statement, with the names as the policy has them.
    let place: [String]

    private static let suffix = "IfExists"

    /// Reads the element `Condition`.
    static func list(_ value: WireValue, hasVariables: Bool) throws(AccessFlaw) -> [PolicyCondition] {
        guard let operators = value.objectValue else { throw AccessFlaw(.isNot("an object"), at: ["Condition"]) }
        var conditions: [PolicyCondition] = []
        for (name, keys) in operators.sorted(by: { $0.key < $1.key }) {
            let place = ["Condition", name.shown]
            guard let keys = keys.objectValue else { throw AccessFlaw(.isNot("an object"), at: place) }
            guard !keys.isEmpty else { throw AccessFlaw(.empty, at: place) }
            for (key, values) in keys.sorted(by: { $0.key < $1.key }) {
                do {
                    conditions.append(
                        try PolicyCondition(name.text, key: key.text, values, hasVariables: hasVariables))
                } catch {
                    throw AccessFlaw(error.problem, at: place + error.place)
                }
            }
        }
        return conditions
    }

    private init(
        _ name: String, key: String, _ value: WireValue, hasVariables: Bool
    ) throws(AccessFlaw) {
        let (quantifier, rest) = Self.split(name)
        acceptsMissing = rest.hasSuffix(Self.suffix)
        let plain = acceptsMissing ? String(rest.dropLast(Self.suffix.count)) : rest
        guard let condition = ConditionOperator(rawValue: plain) else {
            let nearest = NearestName.of(plain, among: ConditionOperator.allCases.map(\.rawValue))
            throw AccessFlaw(.unknown(nearest: nearest))
        }
        guard condition != .null || !acceptsMissing && quantifier == .single else {
            throw AccessFlaw(.malformed("the operator Null alone"))
        }
        let place = WireName(key).shown
        guard let parsed = ContextKey(Array(key.unicodeScalars)[...]) else {
            throw AccessFlaw(.malformed("a condition key such as aws:username"), at: [place])
        }
        self.condition = condition
        self.quantifier = quantifier
        self.key = parsed
        self.place = ["Condition", WireName(name).shown, place]
        do throws(AccessFlaw) {
            values = try Self.values(value, of: condition, hasVariables: hasVariables)
        } catch {
            throw error.inside(place)
        }
    }

    private static func values(
        _ value: WireValue, of condition: ConditionOperator, hasVariables: Bool
    ) throws(AccessFlaw) -> [ConditionValue] {
        var values: [ConditionValue] = []
        for (place, text) in try value.texts(allowsScalars: true) {
            do throws(AccessFlaw) {
                values.append(try ConditionValue(text, of: condition, hasVariables: hasVariables))
            } catch {
                throw AccessFlaw(error.problem, at: place)
            }
        }
        return values
    }

    private static func split(_ name: String) -> (Quantifier, String) {
        for quantifier in [Quantifier.any, .all] where name.hasPrefix(quantifier.rawValue) {
            return (quantifier, String(name.dropFirst(quantifier.rawValue.count)))
        }
        return (.single, name)
    }
}

extension PolicyCondition {
    /// Whether the condition holds in a statement with this effect.
    func holds(in context: AccessContext, of effect: PolicyStatement.Effect) -> Bool {
        let given = context[key]
        if condition == .null { return values.contains(.absence(given.isEmpty)) }
        guard !given.isEmpty else {
            if acceptsMissing { return true }
            switch quantifier {
            case .single: return condition.isNegated
            case .any: return false
            case .all: return true
            }
        }
        // In doubt, a Deny applies and an Allow does not.
        let widely = (effect == .deny) != condition.isNegated
        let answers = given.map { value in values.map { $0.matches(value, in: context, widely: widely) } }
        guard effect == .deny || !answers.contains(where: { $0.contains(nil) }) else { return false }
        let matches = answers.map { $0.contains(true) }
        switch (quantifier, condition.isNegated) {
        case (.single, false), (.any, false): return matches.contains(true)
        case (.single, true), (.all, true): return !matches.contains(true)
        case (.any, true): return matches.contains(false)
        case (.all, false): return !matches.contains(false)
        }
    }
}
