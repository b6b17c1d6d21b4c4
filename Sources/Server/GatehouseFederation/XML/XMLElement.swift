// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A name with the namespace of its prefix; the prefix itself has no meaning.
package struct XMLName: Sendable, Hashable {
    /// The namespace's URI; empty for a name without one.
    package let namespace: String
    package let local: String

    /// Creates a name; both parts are compared as they are written.
    package init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }
}

/// An attribute that declares no namespace.
package struct XMLAttribute: Sendable, Equatable {
    package let name: XMLName
    package let value: String
}

/// An element of a document, without comments, processing instructions and prefixes.
package struct XMLElement: Sendable, Equatable {
    /// The content of an element: elements, and texts that are as long as they can be.
    package enum Node: Sendable, Equatable {
        case element(XMLElement)
        case text(String)
    }

    package let name: XMLName
    package let attributes: [XMLAttribute]
    package internal(set) var nodes: [Node] = []

    /// The child elements.
    package var elements: [XMLElement] {
        nodes.compactMap { node in
            guard case .element(let element) = node else { return nil }
            return element
        }
    }

    /// The child elements with a name.
    package func elements(_ name: XMLName) -> [XMLElement] {
        elements.filter { $0.name == name }
    }

    /// The only child element with a name; `nil` if there is none or more than one.
    package func only(_ name: XMLName) -> XMLElement? {
        let found = elements(name)
        return found.count == 1 ? found.first : nil
    }

    /// The value of an attribute without a namespace.
    package subscript(attribute name: String) -> String? {
        attributes.first { $0.name.namespace.isEmpty && $0.name.local == name }?.value
    }

    /// The text of an element that has no child elements, without white space at its ends; `nil` if it has any.
    package var text: String? {
        var text = ""
        for node in nodes {
            guard case .text(let part) = node else { return nil }
            text += part
        }
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let bytes = text.utf8
        guard let start = bytes.firstIndex(where: { !isSpace($0) }),
            let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[start...end])
    }

    /// Calls a closure with this element and all below it; the depth is limited by the reader.
    package func visit(_ body: (XMLElement) -> Void) {
        body(self)
        for element in elements { element.visit(body) }
    }
}
