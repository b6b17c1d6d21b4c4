// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// A JSON file with every byte of it: values can be read, and changed in place.
///
/// Blanks, the order of members, escapes, a byte order mark and the ends of lines stay as they are; see
/// `set(_:at:)`.
package struct JSONDocument: Sendable {
    /// The most bytes of a document.
    package static let largestSize = 5_242_880
    /// The most arrays and objects inside each other.
    package static let greatestDepth = 64

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let hasByteOrderMark: Bool
    /// The text after a byte order mark.
    let body: [UInt8]
    /// The value of the whole document.
    let root: JSONNode

    /// Reads a document.
    ///
    /// - Throws: `JSONFlaw` if the bytes are not JSON, are more than 5 MiB, or nest deeper than 64 levels.
    package init(_ bytes: [UInt8]) throws(JSONFlaw) {
        let hasMark = bytes.starts(with: Self.byteOrderMark)
        try self.init(
            body: hasMark ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes, hasByteOrderMark: hasMark)
    }

    /// Makes a new file as AWS's tool writes it: two blanks for each level, without a line break at the end.
    ///
    /// - Throws: `JSONFlaw` if the value is larger than a document may be.
    package init(_ value: JSONValue) throws(JSONFlaw) {
        try self.init(Array(JSONPrinter().text(value).utf8))
    }

    init(body: [UInt8], hasByteOrderMark: Bool) throws(JSONFlaw) {
        guard body.count <= Self.largestSize else {
            throw JSONFlaw(.root, line: 1, "The file has \(body.count) bytes; 5 MiB is the most.")
        }
        root = try JSONTreeReader.root(of: body)
        self.body = body
        self.hasByteOrderMark = hasByteOrderMark
    }

    /// The document with another text after its byte order mark.
    func replacing(_ range: Range<Int>, by text: String) throws(JSONFlaw) -> JSONDocument {
        var body = body
        body.replaceSubrange(range, with: text.utf8)
        return try JSONDocument(body: body, hasByteOrderMark: hasByteOrderMark)
    }

    /// The document as it is in its file.
    package var bytes: [UInt8] {
        hasByteOrderMark ? Self.byteOrderMark + body : body
    }

    /// The value of the whole document.
    package var value: JSONValue { value(of: root) }

    /// The value at a pointer; `nil` if there is none.
    package subscript(pointer: JSONPointer) -> JSONValue? {
        node(at: pointer).map(value(of:))
    }

    /// A cursor at the whole document, for reading with checks.
    package var cursor: JSONCursor { JSONCursor(self, root, .root) }

    /// The line of a value, counted from 1; the line of the nearest value around it if there is none.
    package func line(of pointer: JSONPointer) -> Int {
        var place: JSONPointer? = pointer
        while let current = place {
            if let node = node(at: current) { return line(at: node.range.lowerBound) }
            place = current.parent
        }
        return 1
    }

    func line(at position: Int) -> Int {
        JSONTreeReader.line(at: position, in: body)
    }

    func node(at pointer: JSONPointer) -> JSONNode? {
        var node = root
        for token in pointer.tokens {
            switch node.kind {
            case .object(let members):
                guard let member = members.first(where: { $0.name.hasBytes(of: token) }) else { return nil }
                node = member.value
            case .array(let elements):
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                node = elements[index]
            case .null, .bool, .number, .string: return nil
            }
        }
        return node
    }

    func value(of node: JSONNode) -> JSONValue {
        switch node.kind {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number: .number(String(decoding: body[node.range], as: UTF8.self))
        case .string: .string(text(of: node))
        case .array(let elements): .array(elements.map(value(of:)))
        case .object(let members): .object(members.map { JSONValue.Member($0.name, value(of: $0.value)) })
        }
    }

    private func text(of node: JSONNode) -> String {
        var parser = JSONParser(Array(body[node.range]), maximumDepth: 0)
        // The range was read as text before.
        guard case .string(let text)? = try? parser.part() else { return "" }
        return text
    }
}

/// A value of a document, by its place in the text.
struct JSONNode: Sendable {
    enum Kind: Sendable {
        case null
        case bool(Bool)
        case number
        case string
        case array([JSONNode])
        case object([JSONMember])
    }

    let range: Range<Int>
    let kind: Kind
}

/// A member of an object, by its place in the text.
struct JSONMember: Sendable {
    /// The place of the name with its quotation marks.
    let nameRange: Range<Int>
    let name: String
    let value: JSONNode
}

/// What is wrong with a document, and where.
package struct JSONFlaw: Error, Equatable {
    /// The value that is wrong.
    package let pointer: JSONPointer
    /// The line of the value, counted from 1.
    package let line: Int
    /// The error in words: a sentence.
    package let problem: String

    /// Makes a flaw; the problem is a sentence.
    package init(_ pointer: JSONPointer, line: Int, _ problem: String) {
        self.pointer = pointer
        self.line = line
        self.problem = problem
    }
}
