// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseText

/// A strict parser for the XML that query services write.
private struct XMLParser {
    private let bytes: [UInt8]
    private var position = 0

    private static let maximumSize = 1_048_576
    private static let maximumDepth = 32

    init(_ document: Data) {
        bytes = Array(document.prefix(Self.maximumSize + 1))
    }

    mutating func document() throws(WireSyntaxError) -> XMLElement {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        _ = accept("\u{FEFF}")
        if accept("<?xml") {
            while !accept("?>") { try advance() }
        }
        skipBlanks()
        let root = try element(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw .notXML }
        return root
    }

    private mutating func element(depth: Int) throws(WireSyntaxError) -> XMLElement {
        guard depth < Self.maximumDepth else { throw .tooDeep }
        guard accept("<") else { throw .notXML }
        var element = XMLElement(name: try name())
        let qualified = element.name
        element.name = qualified.utf8.split(separator: UInt8(ascii: ":")).last.map { String(Substring($0)) } ?? ""
        if try skipAttributes() { return element }
        var text: [UInt8] = []
        while !accept("</") {
            switch peek() {
            case UInt8(ascii: "<"): element.children.append(try self.element(depth: depth + 1))
            case UInt8(ascii: "&"): text += try reference().utf8
            case .some(let byte):
                text.append(byte)
                position += 1
            case nil: throw .notXML
            }
        }
        guard try name().hasBytes(of: qualified) else { throw .notXML }
        skipBlanks()
        guard accept(">") else { throw .notXML }
        try settle(text, in: &element)
        return element
    }

    /// Text beside elements may only be blank.
    private func settle(_ text: [UInt8], in element: inout XMLElement) throws(WireSyntaxError) {
        guard let decoded = String(validating: text, as: UTF8.self) else { throw .notXML }
        if element.children.isEmpty {
            element.text = decoded
        } else if !text.allSatisfy(Self.isBlank) {
            throw .notXML
        }
    }

    /// Skips attributes to the end of the tag; returns whether it is an empty-element tag.
    private mutating func skipAttributes() throws(WireSyntaxError) -> Bool {
        while true {
            skipBlanks()
            if accept("/>") { return true }
            if accept(">") { return false }
            _ = try name()
            guard accept("="), let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw .notXML
            }
            position += 1
            while let byte = peek(), byte != quote {
                if byte == UInt8(ascii: "<") { throw .notXML }
                position += 1
            }
            try advance()
        }
    }

    private mutating func name() throws(WireSyntaxError) -> String {
        let start = position
        while let byte = peek(), Self.isNamePart(byte) { position += 1 }
        guard position > start, let name = String(validating: bytes[start..<position], as: UTF8.self) else {
            throw .notXML
        }
        return name
    }

    private mutating func reference() throws(WireSyntaxError) -> String {
        let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'"]
        for (entity, text) in entities where accept(entity) { return text }
        let radix = accept("&#x") ? 16 : 10
        guard radix == 16 || accept("&#") else { throw .notXML }
        let start = position
        while let byte = peek(), byte != UInt8(ascii: ";"), position - start < 8 { position += 1 }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        guard accept(";"), let scalar = UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init), scalar != "\0" else {
            throw .notXML
        }
        return String(scalar)
    }

    private mutating func accept(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func advance() throws(WireSyntaxError) {
        guard position < bytes.count else { throw .notXML }
        position += 1
    }

    private mutating func skipBlanks() {
        while let byte = peek(), Self.isBlank(byte) { position += 1 }
    }

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        !isBlank(byte) && !"<>/=&\"'!?;".utf8.contains(byte)
    }
}

/// An element of a small XML document: a name, and either elements or text.
struct XMLElement: Equatable {
    var name: String
    var children: [XMLElement] = []
    var text = ""

    /// Reads a document of elements, attributes (skipped), text, the five entities and numeric references.
    ///
    /// Comments, CDATA, processing instructions but the first, and document types are refused.
    init(parsing document: Data) throws(WireSyntaxError) {
        var parser = XMLParser(document)
        self = try parser.document()
    }

    init(name: String) {
        self.name = name
    }

    /// The first child of a name.
    func child(_ name: String) -> XMLElement? {
        children.first { $0.name.hasBytes(of: name) }
    }

    /// The children by their names; of several with one name, the first counts.
    var members: [WireName: WireValue] {
        Dictionary(children.map { (WireName($0.name), $0.value) }) { first, _ in first }
    }

    /// The element as a value: text, a list if all children are called `member`, else an object.
    var value: WireValue {
        if children.isEmpty { return .string(text) }
        if children.allSatisfy({ $0.name.hasBytes(of: "member") }) { return .array(children.map(\.value)) }
        return .object(members)
    }
}
