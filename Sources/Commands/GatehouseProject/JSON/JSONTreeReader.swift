// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// Reads a document as values with their places.
struct JSONTreeReader {
    private let bytes: [UInt8]
    private var parser: JSONParser
    /// The names and indices of the values that are being read.
    private var path: [String] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parser = JSONParser(bytes, maximumDepth: JSONDocument.greatestDepth)
    }

    /// Reads a document.
    ///
    /// - Throws: `JSONFlaw` with the innermost value that could be named.
    static func root(of bytes: [UInt8]) throws(JSONFlaw) -> JSONNode {
        guard StreamSafeText.contains(json: bytes) else {
            throw JSONFlaw(
                .root, line: 1,
                "The file has a text with more than \(StreamSafeText.longestRun) combining marks in a row.")
        }
        var reader = JSONTreeReader(bytes)
        do throws(WireSyntaxError) {
            let root = try reader.node()
            try reader.parser.end()
            return root
        } catch {
            throw reader.flaw(error)
        }
    }

    /// The number of the line that has a byte.
    static func line(at position: Int, in bytes: [UInt8]) -> Int {
        1 + bytes.prefix(position).count { $0 == 0x0A }
    }

    private func flaw(_ error: WireSyntaxError) -> JSONFlaw {
        let problem =
            switch error {
            case .tooDeep: "Arrays and objects are more than \(JSONDocument.greatestDepth) levels deep."
            case .repeatedMember: "The object has two members of this name."
            case .notJSON, .notStreamSafe, .notXML, .notForm, .tooLarge:
                bytes.isEmpty ? "The file is empty." : "The text is not JSON here."
            }
        return JSONFlaw(JSONPointer(path), line: Self.line(at: parser.position, in: bytes), problem)
    }

    private mutating func node() throws(WireSyntaxError) -> JSONNode {
        let start = firstByte(from: parser.position)
        let kind: JSONNode.Kind =
            switch try parser.part() {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer, .double: .number
            case .string: .string
            case .array: .array(try elements())
            case .object: .object(try members())
            }
        return JSONNode(range: start..<parser.position, kind: kind)
    }

    private mutating func elements() throws(WireSyntaxError) -> [JSONNode] {
        var elements: [JSONNode] = []
        while try parser.hasElement(isFirst: elements.isEmpty) {
            path.append(String(elements.count))
            elements.append(try node())
            path.removeLast()
        }
        return elements
    }

    private mutating func members() throws(WireSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        var names: Set<WireName> = []
        while true {
            var start = firstByte(from: parser.position)
            if !members.isEmpty { start = firstByte(from: start + 1) }
            guard let name = try parser.member(isFirst: members.isEmpty) else { return members }
            // The parser is after the colon.
            let end = endOfText(before: parser.position - 1)
            path.append(name)
            guard names.insert(WireName(name)).inserted else { throw .repeatedMember }
            members.append(JSONMember(nameRange: start..<end, name: name, value: try node()))
            path.removeLast()
        }
    }

    /// The first place from `position` that has no blank.
    private func firstByte(from position: Int) -> Int {
        var position = position
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
        return position
    }

    /// The place after the last byte before `position` that is not a blank.
    private func endOfText(before position: Int) -> Int {
        var position = position
        while position > 0, Self.isBlank(bytes[position - 1]) { position -= 1 }
        return position
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
