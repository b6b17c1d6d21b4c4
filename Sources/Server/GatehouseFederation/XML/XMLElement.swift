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

/// The bounds of a document; reading ends with an error at the first one that is passed.
package struct XMLLimits: Sendable {
    /// The length of the document.
    package var bytes: Int
    /// The elements that contain one another.
    package var depth: Int
    /// All elements.
    package var elements: Int
    /// Whether comments and processing instructions are passed over; otherwise they are refused.
    package var allowsComments: Bool

    /// The attributes of an element, and the namespaces that it declares.
    static let attributes = 32
    /// The namespaces that are declared at once.
    static let namespaces = 64
    /// The length of a name with its prefix, and of a namespace's URI.
    static let nameBytes = 256

    /// The bounds of a SAML response; AssumeRoleWithSAML allows 100,000 characters of Base64.
    package static let message = XMLLimits(bytes: 76_000, depth: 32, elements: 2_048, allowsComments: false)
    /// The bounds of what a signature covers; canonical bytes repeat declarations of namespaces.
    static let canonical = XMLLimits(bytes: 4 * message.bytes, depth: 32, elements: 2_048, allowsComments: false)
    /// The bounds of a provider's metadata, which an administrator installs.
    package static let metadata = XMLLimits(bytes: 512 * 1_024, depth: 32, elements: 10_000, allowsComments: true)
}

/// The reason why a document is not read.
package enum XMLReadingError: Error, Sendable, Equatable {
    /// A bound of ``XMLLimits`` is passed.
    case tooLarge
    /// The bytes are not UTF-8, or contain characters that XML does not have.
    case badText
    /// The document is not well-formed; the position is in bytes.
    case malformed(at: Int)
    /// The document has a document type, an entity of its own, or a marked section.
    case documentType
    /// A comment or a processing instruction where none is allowed.
    case comment
    /// A prefix without a namespace, or a declaration that is not allowed.
    case badNamespace
    /// An attribute occurs twice.
    case repeatedAttribute
}

extension XMLReadingError: CustomStringConvertible {
    /// The reason, for the person who can correct the document.
    package var description: String {
        switch self {
        case .tooLarge: "too long, too deep, or too many elements"
        case .badText: "not UTF-8, or characters that XML does not have"
        case .malformed(let position): "not well-formed after \(position) bytes"
        case .documentType: "a document type, an entity or a marked section, which are not accepted"
        case .comment: "a comment or a processing instruction, which are not accepted"
        case .badNamespace: "a prefix without a namespace, or a declaration of one that is not accepted"
        case .repeatedAttribute: "an attribute that occurs twice"
        }
    }
}
