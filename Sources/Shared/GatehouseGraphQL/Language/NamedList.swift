// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A name in a document, with its place.
package struct Name: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name itself.
    package var text: String
    /// Where it stands.
    package var location: SourceLocation

    /// Makes a name.
    package init(_ text: String, at location: SourceLocation = .none) {
        self.text = text
        self.location = location
    }

    package init(stringLiteral text: String) { self.init(text) }

    package var description: String { text }
}

/// What a list finds by its name.
package protocol Named {
    /// The name, with its place.
    var name: Name { get }
}

/// A list in the order of the document, whose elements are found by name in constant time.
///
/// It keeps elements with one name, so that a rule can refuse them; the first of them is found.
package struct NamedList<Element: Named & Hashable & Sendable>: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The elements in the order of the document.
    package private(set) var elements: [Element] = []
    private var positions: [String: Int] = [:]

    /// Makes a list without elements.
    package init() {}

    /// Makes a list of elements.
    package init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    package init(arrayLiteral elements: Element...) { self.init(elements) }

    /// Adds an element at the end.
    package mutating func append(_ element: Element) {
        if positions[element.name.text] == nil { positions[element.name.text] = elements.count }
        elements.append(element)
    }

    /// The first element with a name.
    package subscript(_ name: String) -> Element? { positions[name].map { elements[$0] } }

    /// The elements that have the name of an earlier one.
    package var repeated: [Element] {
        guard positions.count < elements.count else { return [] }
        return elements.enumerated().filter { positions[$0.element.name.text] != $0.offset }.map(\.element)
    }

    package static func == (one: Self, other: Self) -> Bool { one.elements == other.elements }

    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension NamedList: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int { elements.count }

    package subscript(position: Int) -> Element { elements[position] }
}
