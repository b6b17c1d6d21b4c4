// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// Reads documents of XML 1.0 with namespaces, in UTF-8 and without document types.
///
/// A document type can define entities and read files, so `<!` begins comments only. Names are ASCII. The work is
/// linear in the length of the document.
package struct XMLReader {
    private let limits: XMLLimits
    private var cursor: XMLCursor
    private var namespaces = XMLNamespaces()
    /// The elements that are not closed, from the root; each with its name as it is written.
    private var open: [(element: XMLElement, tag: ArraySlice<UInt8>)] = []
    private var elementCount = 0

    private init(_ bytes: [UInt8], _ limits: XMLLimits) {
        self.limits = limits
        cursor = XMLCursor(bytes)
    }

    /// Reads a document and returns its root.
    /// - Throws: ``XMLReadingError``.
    package static func root(_ bytes: [UInt8], limits: XMLLimits) throws(XMLReadingError) -> XMLElement {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        guard XMLCharacters.areAllowed(bytes), StreamSafeText.contains(utf8: bytes) else { throw .badText }
        var reader = XMLReader(bytes, limits)
        return try reader.document()
    }

    // MARK: - Structure

    private mutating func document() throws(XMLReadingError) -> XMLElement {
        try cursor.skipDeclaration()
        try skipBetweenElements()
        guard var root = try startTag() else { throw cursor.malformed }
        if !open.isEmpty { root = try content() }
        try skipBetweenElements()
        guard cursor.isAtEnd else { throw cursor.malformed }
        return root
    }

    /// Skips white space, and comments and processing instructions where they are allowed.
    private mutating func skipBetweenElements() throws(XMLReadingError) {
        cursor.skipSpace()
        while try skipMarkup() { cursor.skipSpace() }
    }

    /// Reads up to the end tag of the root.
    private mutating func content() throws(XMLReadingError) -> XMLElement {
        var text: [UInt8] = []
        while true {
            let closed: XMLElement
            if try skipMarkup() {
                continue
            } else if cursor.skip("</") {
                try add(&text)
                closed = try endTag()
            } else if cursor.next == UInt8(ascii: "<") {
                try add(&text)
                guard let empty = try startTag() else { throw cursor.malformed }
                guard cursor.endedEmptyTag else { continue }
                closed = empty
            } else {
                try cursor.appendText(to: &text)
                continue
            }
            guard let parent = open.indices.last else { return closed }
            open[parent].element.nodes.append(.element(closed))
        }
    }

    /// Adds the text since the last tag to the innermost element.
    private mutating func add(_ text: inout [UInt8]) throws(XMLReadingError) {
        guard !text.isEmpty, let parent = open.indices.last else { return }
        open[parent].element.nodes.append(.text(try XMLCharacters.string(text)))
        text = []
    }

    /// Skips a comment or a processing instruction.
    private mutating func skipMarkup() throws(XMLReadingError) -> Bool {
        let isComment = cursor.starts(with: "<!--")
        guard isComment || cursor.starts(with: "<?") else {
            if cursor.starts(with: "<!") { throw .documentType }
            return false
        }
        guard limits.allowsComments else { throw .comment }
        try cursor.skipPast(isComment ? "-->" : "?>", after: isComment ? 4 : 2)
        return true
    }

    // MARK: - Tags

    /// Reads a start tag; an element that is not empty stays open.
    ///
    /// `nil` if there is no tag.
    private mutating func startTag() throws(XMLReadingError) -> XMLElement? {
        guard cursor.skip("<") else { return nil }
        elementCount += 1
        guard elementCount <= limits.elements, open.count < limits.depth else { throw .tooLarge }
        let tag = try cursor.name()
        let (attributes, declarations) = try attributes()
        try namespaces.enter(declarations)
        let element = XMLElement(
            name: try namespaces.elementName(tag), attributes: try namespaces.resolved(attributes))
        if cursor.skip("/>") {
            namespaces.leave()
            cursor.endedEmptyTag = true
        } else {
            guard cursor.skip(">") else { throw cursor.malformed }
            open.append((element, tag))
            cursor.endedEmptyTag = false
        }
        return element
    }

    private mutating func endTag() throws(XMLReadingError) -> XMLElement {
        let tag = try cursor.name()
        cursor.skipSpace()
        guard cursor.skip(">"), let (element, opened) = open.popLast(), tag == opened else { throw cursor.malformed }
        namespaces.leave()
        return element
    }

    /// Reads the attributes of a tag, and apart from them the declarations of namespaces.
    private mutating func attributes() throws(XMLReadingError) -> (
        attributes: [XMLNamespaces.Attribute], declarations: [XMLNamespaces.Attribute]
    ) {
        var attributes: [XMLNamespaces.Attribute] = []
        var declarations: [XMLNamespaces.Attribute] = []
        while true {
            let isApart = cursor.skipSpace()
            if cursor.next == UInt8(ascii: ">") || cursor.next == UInt8(ascii: "/") { break }
            guard isApart else { throw cursor.malformed }
            let name = try cursor.name()
            cursor.skipSpace()
            guard cursor.skip("=") else { throw cursor.malformed }
            cursor.skipSpace()
            let attribute = XMLNamespaces.Attribute(name: name, value: try cursor.attributeValue())
            if XMLNamespaces.declares(name) {
                declarations.append(attribute)
            } else {
                attributes.append(attribute)
            }
            guard attributes.count <= XMLLimits.attributes, declarations.count <= XMLLimits.attributes else {
                throw .tooLarge
            }
        }
        return (attributes, declarations)
    }
}
