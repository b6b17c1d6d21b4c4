// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A pattern whose variables have their values; in a value, `*` and `?` are no wildcards.
struct ResolvedPattern: Sendable, Equatable {
    private enum Element: Sendable, Equatable {
        case scalar(Unicode.Scalar)
        case any
        case one
    }

    /// Which letters of a text are the same as those of the pattern.
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

    mutating func appendOne() { elements.append(.one) }

    /// Appends `*`; several in a row are one.
    mutating func appendAny() {
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
