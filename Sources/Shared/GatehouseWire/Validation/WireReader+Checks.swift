// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseText

extension WireReader {
    /// Holds text to a rule: first the pattern, then the lengths, as the services report them.
    func check(_ text: String, against rule: WireRule) {
        guard isStrict else { return }
        for constraint in Self.violated(by: text, rule) {
            report(constraint, value: .string(text), isSensitive: rule.isSensitive)
        }
    }

    /// Holds a number to a rule.
    func check(_ number: Int64, against rule: WireRule) {
        if let minimum = rule.minimum, number < minimum {
            let constraint = "Member must have value greater than or equal to \(minimum)"
            report(constraint, value: .integer(number), isSensitive: rule.isSensitive)
        }
        if let maximum = rule.maximum, number > maximum {
            let constraint = "Member must have value less than or equal to \(maximum)"
            report(constraint, value: .integer(number), isSensitive: rule.isSensitive)
        }
    }

    /// Holds bytes to a rule.
    func check(_ bytes: Data, against rule: WireRule) {
        for constraint in Self.violated(byLength: bytes.count, rule) {
            report(constraint, value: .string("java.nio.HeapByteBuffer"), isSensitive: true)
        }
    }

    /// Holds the number of elements to a rule, or to ``maximumElements`` where the model sets no limit.
    ///
    /// - Returns: Whether the elements are to be read.
    func admits(count: Int, of value: @autoclosure () -> WireValue, rule: WireRule?) -> Bool {
        guard isStrict else { return true }
        let maximum = rule?.maximum ?? Int64(Self.maximumElements)
        let isSensitive = rule?.isSensitive ?? false
        if let minimum = rule?.minimum, count < minimum {
            report(Self.atLeast(minimum), value: value(), isSensitive: isSensitive)
        }
        guard count > maximum else { return true }
        report(Self.atMost(maximum), value: value(), isSensitive: isSensitive)
        return false
    }

    /// Holds keys and plain values of a map to a rule: one clause for each, which lists everything demanded.
    func check(
        _ members: some Sequence<(key: WireName, value: WireValue)>, of object: @autoclosure () -> WireValue,
        against rule: WireRule
    ) {
        guard isStrict else { return }
        if let key = rule.key, members.contains(where: { !Self.violated(by: $0.key.text, key).isEmpty }) {
            let constraint = "Map keys must satisfy constraint: [\(Self.demands(of: key))]"
            report(constraint, value: object(), isSensitive: rule.isSensitive)
        }
        let texts = members.compactMap { $0.value.stringValue }
        if let value = rule.value, texts.contains(where: { !Self.violated(by: $0, value).isEmpty }) {
            let constraint = "Map value must satisfy constraint: [\(Self.demands(of: value))]"
            report(constraint, value: object(), isSensitive: rule.isSensitive)
        }
    }

    /// Holds a word to an enumeration.
    func check<Word: OpenValue>(_ word: String, among words: [Word], isSensitive: Bool) {
        guard isStrict, !words.contains(where: { $0.rawValue.hasBytes(of: word) }) else { return }
        let set = words.map(\.rawValue).joined(separator: ", ")
        report("Member must satisfy enum value set: [\(set)]", value: .string(word), isSensitive: isSensitive)
    }

    private static func violated(by text: String, _ rule: WireRule) -> [String] {
        let lengths = violated(byLength: text, rule)
        // A pattern is only tried on text of tolerable length, so that no caller can make it expensive.
        guard let pattern = rule.pattern, isTolerable(text, rule), !pattern.matches(text) else { return lengths }
        return ["Member must satisfy regular expression pattern: \(pattern.source)"] + lengths
    }

    /// Characters are counted only if the number of bytes does not decide.
    private static func violated(byLength text: String, _ rule: WireRule) -> [String] {
        let bytes = Int64(text.utf8.count)
        if bytes <= rule.maximum ?? .max, bytes / 4 >= rule.minimum ?? 0 { return [] }
        return violated(byLength: text.unicodeScalars.count, rule)
    }

    private static func isTolerable(_ text: String, _ rule: WireRule) -> Bool {
        text.utf8.count <= 4 * Int(clamping: max(rule.maximum ?? 0, 4_096))
    }

    private static func violated(byLength length: Int, _ rule: WireRule) -> [String] {
        var constraints: [String] = []
        if let minimum = rule.minimum, length < minimum { constraints.append(Self.atLeast(minimum)) }
        if let maximum = rule.maximum, length > maximum { constraints.append(Self.atMost(maximum)) }
        return constraints
    }

    private static func demands(of rule: WireRule) -> String {
        let demands = [
            rule.maximum.map(atMost), rule.minimum.map(atLeast),
            rule.pattern.map { "Member must satisfy regular expression pattern: \($0.source)" },
        ]
        return demands.compactMap { $0 }.joined(separator: ", ")
    }

    private static func atLeast(_ minimum: Int64) -> String {
        "Member must have length greater than or equal to \(minimum)"
    }

    private static func atMost(_ maximum: Int64) -> String {
        "Member must have length less than or equal to \(maximum)"
    }
}

extension WireValue {
    /// The value as the services repeat it in their complaints: `text`, `[a, b]`, `{k=v}`.
    ///
    /// - Parameter limit: How many characters to repeat at most.
    /// - Returns: The beginning of the text.
    func echo(limit: Int) -> String {
        var text = ""
        appendEcho(to: &text, limit: limit)
        return text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
    }

    private func appendEcho(to text: inout String, limit: Int) {
        // A few more characters than the limit show that the value was shortened.
        guard text.utf8.count <= 4 * limit else { return }
        switch self {
        case .null: text += "null"
        case .bool(let value): text += String(value)
        case .integer(let value): text += String(value)
        case .double(let value): text += String(value)
        case .string(let value): text += String(value.unicodeScalars.prefix(limit + 1))
        case .array(let elements): Self.appendEcho(of: elements, to: &text, limit: limit)
        case .object(let members): Self.appendEcho(of: members, to: &text, limit: limit)
        }
    }

    private static func appendEcho(of elements: [WireValue], to text: inout String, limit: Int) {
        text += "["
        for (index, element) in elements.enumerated() {
            guard text.utf8.count <= 4 * limit else { break }
            if index > 0 { text += ", " }
            element.appendEcho(to: &text, limit: limit)
        }
        text += "]"
    }

    private static func appendEcho(of members: [WireName: WireValue], to text: inout String, limit: Int) {
        text += "{"
        // A map that is too large is not sorted for the few entries that the fault repeats.
        let isLarge = members.count > WireReader.maximumElements
        let names = isLarge ? Array(members.keys.prefix(limit)) : members.keys.sorted()
        for (index, name) in names.enumerated() {
            guard text.utf8.count <= 4 * limit else { break }
            text += index > 0 ? ", " : ""
            text += String(name.text.unicodeScalars.prefix(limit + 1)) + "="
            members[name]?.appendEcho(to: &text, limit: limit)
        }
        text += "}"
    }
}
