// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A pattern whose variables have their values; in a value, `*` and `?` are no wildcards.
struct ResolvedPattern: Sendable, Equatable {
    private enum Element: Sendable, Equatable {
        case scalar(Unicode.Scalar)
        case any
        case one
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
    func matches(_ text: String, ignoringCase: Bool = false) -> Bool {
        matches(Array(text.unicodeScalars)[...], ignoringCase: ignoringCase)
    }

    /// Whether the six parts of an ARN match one by one, so that `*` does not reach over a colon of the first five.
    func matchesARN(_ text: String) -> Bool {
        let patterns = elements.split(
            separator: .scalar(":"), maxSplits: 5, omittingEmptySubsequences: false)
        let parts = Array(text.unicodeScalars).split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard patterns.count == 6, parts.count == 6 else { return false }
        return zip(patterns, parts).allSatisfy { Self($0).matches($1, ignoringCase: false) }
    }

    private func matches(_ text: ArraySlice<Unicode.Scalar>, ignoringCase: Bool) -> Bool {
        var (place, position) = (0, text.startIndex)
        var last: (place: Int, position: Int)?
        while position < text.endIndex {
            if place < elements.count, elements[place] == .any {
                last = (place, position)
                place += 1
            } else if place < elements.count, Self.matches(elements[place], text[position], ignoringCase) {
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

    private static func matches(_ element: Element, _ scalar: Unicode.Scalar, _ ignoringCase: Bool) -> Bool {
        switch element {
        case .any: false
        case .one: true
        case .scalar(let own): own == scalar || ignoringCase && own.lowercasedASCII == scalar.lowercasedASCII
        }
    }
}

extension Unicode.Scalar {
    /// The scalar with a letter of ASCII in lower case.
    var lowercasedASCII: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
    }
}
