// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A text of a policy with wildcards and variables.
///
/// Source: the IAM user guide, "IAM policy elements: Variables and tags".
struct PolicyPattern: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case text([Unicode.Scalar])
        /// Any number of characters (`*`).
        case any
        /// One character (`?`).
        case one
        /// `${key}` or `${key, 'default'}`.
        case variable(key: ContextKey, fallback: [Unicode.Scalar]?)

        var isVariable: Bool { if case .variable = self { true } else { false } }

        var fixedText: [Unicode.Scalar] { if case .text(let scalars) = self { scalars } else { [] } }
    }

    private var parts: [Part] = []
    /// Whether the text has a `*` or `?` that is a character, because its operator compares whole texts.
    private(set) var hasPlainWildcard = false
    /// Whether the text has a `${` that is text, because the policy's version has none.
    private(set) var hasPlainVariable = false

    /// Reads a pattern without variables.
    init(wildcards text: String) {
        for scalar in text.unicodeScalars { append(scalar, hasWildcards: true) }
    }

    /// Reads a pattern.
    /// - Throws: ``AccessFlaw`` for a variable that is not valid.
    init(_ text: String, hasWildcards: Bool, hasVariables: Bool) throws(AccessFlaw) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if hasVariables, scalar == "$", rest.first == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw Self.flaw }
                parts.append(try Self.variable(rest[(rest.startIndex + 1)..<end]))
                rest = rest[(end + 1)...]
            } else {
                if scalar == "*" || scalar == "?", !hasWildcards { hasPlainWildcard = true }
                if scalar == "$", rest.first == "{" { hasPlainVariable = true }
                append(scalar, hasWildcards: hasWildcards)
            }
        }
    }

    /// The variables with their keys, and whether each has a default.
    var variables: [(key: ContextKey, hasDefault: Bool)] {
        parts.compactMap { part in
            guard case .variable(let key, let fallback) = part else { return nil }
            return (key, fallback != nil)
        }
    }

    /// The characters that are neither wildcards nor variables.
    var fixedText: [Unicode.Scalar] { parts.flatMap(\.fixedText) }

    /// Whether a text that matches can have the six parts of an ARN: the pattern has their colons itself, or a variable can
    /// have those that are missing, behind what an ARN begins with.
    var canMatchARN: Bool {
        if fixedText.count(where: { $0 == ":" }) >= 5 { return true }
        guard let variable = parts.firstIndex(where: \.isVariable) else { return false }
        let start = parts[..<variable].flatMap(\.fixedText)
        return start.isEmpty || start.starts(with: "arn:".unicodeScalars)
    }

    /// Whether the policy itself says how every matching text begins.
    ///
    /// The pattern begins with a text, not with a wildcard, and has no variable, whose value could be the
    /// compared text.
    var hasFixedStart: Bool {
        guard case .text? = parts.first else { return false }
        return !parts.contains(where: \.isVariable)
    }

    /// The pattern with the values of its variables; `nil` if one of them has none.
    func resolved(in context: AccessContext) -> ResolvedPattern? {
        var resolved = ResolvedPattern()
        for part in parts {
            switch part {
            case .text(let scalars): resolved.append(scalars)
            case .any: resolved.appendAny()
            case .one: resolved.appendOne()
            case .variable(let key, let fallback):
                guard let value = context.onlyValue(of: key).map({ Array($0.unicodeScalars) }) ?? fallback else {
                    return nil
                }
                resolved.append(value)
            }
        }
        return resolved
    }

    private mutating func append(_ scalar: Unicode.Scalar, hasWildcards: Bool) {
        switch scalar {
        case "*" where hasWildcards: parts.append(.any)
        case "?" where hasWildcards: parts.append(.one)
        default:
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + [scalar])
            } else {
                parts.append(.text([scalar]))
            }
        }
    }

    private static let flaw = AccessFlaw(
        .malformed("a text with variables such as ${aws:username} or ${key, 'default'}"))

    /// The contents of `${…}`.
    private static func variable(_ contents: ArraySlice<Unicode.Scalar>) throws(AccessFlaw) -> Part {
        if contents.count == 1, let only = contents.first, "*?$".unicodeScalars.contains(only) { return .text([only]) }
        let halves = contents.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = halves.first.flatMap({ ContextKey(trimmed($0)) }) else { throw flaw }
        guard halves.count == 2 else { return .variable(key: name, fallback: nil) }
        let quoted = trimmed(halves[1])
        guard quoted.count >= 2, quoted.first == "'", quoted.last == "'", !quoted.dropFirst().dropLast().contains("'")
        else { throw flaw }
        return .variable(key: name, fallback: Array(quoted.dropFirst().dropLast()))
    }

    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let start = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
        let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? start
        return scalars[start..<max(start, end)]
    }
}

/// A pattern whose variables have their values; in a value, `*` and `?` are no wildcards.
struct ResolvedPattern: Sendable, Equatable {
    private enum Element: Sendable, Equatable {
        case scalar(Unicode.Scalar)
        case any
        case one
    }

    /// The rule by which letters of a text equal letters of the pattern.
    enum LetterCase: Sendable {
        case exact
        /// Letters of ASCII match in either case.
        case ignoredInASCII
        /// All letters match in either case, and in each form of a letter that has several, such as `σ` and `ς`.
        case ignored
    }

    private var elements: [Element] = []

    /// Creates the pattern that matches the empty text only.
    init() {}

    private init(_ elements: ArraySlice<Element>) {
        self.elements = Array(elements)
    }

    mutating func append(_ scalars: [Unicode.Scalar]) {
        elements += scalars.map(Element.scalar)
    }

    fileprivate mutating func appendOne() { elements.append(.one) }

    /// Appends `*`; several in a row are one.
    fileprivate mutating func appendAny() {
        if elements.last != .any { elements.append(.any) }
    }

    /// Whether the pattern matches a text from its start to its end.
    ///
    /// The work is the product of both lengths at most: only the last `*` is tried again.
    func matches(_ text: String, _ letters: LetterCase = .exact) -> Bool {
        matches(Array(text.unicodeScalars)[...], letters)
    }

    /// Whether the six parts of an ARN match one by one, so that `*` does not reach over a colon of the first five.
    func matchesARN(_ text: String) -> Bool {
        let patterns = elements.split(
            separator: .scalar(":"), maxSplits: 5, omittingEmptySubsequences: false)
        let parts = Array(text.unicodeScalars).split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard patterns.count == 6, parts.count == 6 else { return false }
        return zip(patterns, parts).allSatisfy { Self($0).matches($1, .exact) }
    }

    private func matches(_ text: ArraySlice<Unicode.Scalar>, _ letters: LetterCase) -> Bool {
        var (place, position) = (0, text.startIndex)
        var last: (place: Int, position: Int)?
        while position < text.endIndex {
            if place < elements.count, elements[place] == .any {
                last = (place, position)
                place += 1
            } else if place < elements.count, Self.matches(elements[place], text[position], letters) {
                (place, position) = (place + 1, position + 1)
            } else if let star = last {
                (place, position) = (star.place + 1, star.position + 1)
                last = (star.place, star.position + 1)
            } else {
                return false
            }
        }
        return elements[place...].allSatisfy { $0 == .any }
    }

    private static func matches(_ element: Element, _ scalar: Unicode.Scalar, _ letters: LetterCase) -> Bool {
        switch element {
        case .any: false
        case .one: true
        case .scalar(let own): own == scalar || isSame(own, scalar, letters)
        }
    }

    private static func isSame(_ own: Unicode.Scalar, _ other: Unicode.Scalar, _ letters: LetterCase) -> Bool {
        switch letters {
        case .exact: false
        case .ignoredInASCII: own.lowercasedASCII == other.lowercasedASCII
        case .ignored where own.isASCII && other.isASCII: own.lowercasedASCII == other.lowercasedASCII
        case .ignored: own.withoutCase == other.withoutCase
        }
    }
}

extension Unicode.Scalar {
    /// The scalar with a letter of ASCII in lower case.
    var lowercasedASCII: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
    }

    /// The form that all cases of a letter have: several letters of lower case can have one upper case.
    fileprivate var withoutCase: String { properties.lowercaseMapping.uppercased().lowercased() }
}
