// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
package import GatehouseWire

extension GraphQLValue {
    /// Makes a value of one in JSON; members are in the order of their names.
    package init(_ json: WireValue) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .integer(let value): self = .int(Int(value))
        case .double(let value): self = .float(value)
        case .string(let value): self = .string(value)
        case .array(let elements): self = .list(elements.map { GraphQLValue($0) })
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            self = .object(GraphQLObject(inOrder: sorted.map { (key: $0.key.text, value: GraphQLValue($0.value)) }))
        }
    }

    /// Reads a JSON document in UTF-8, as `WireValue` does; members are in the order of their names.
    ///
    /// - Throws: `WireSyntaxError`.
    package init(json: [UInt8]) throws(WireSyntaxError) {
        var parser = JSONParser(json, maximumDepth: WireValue.maximumDepth)
        try self.init(&parser)
        try parser.end()
    }

    private init(_ parser: inout JSONParser) throws(WireSyntaxError) {
        switch try parser.part() {
        case .null: self = .null
        case .bool(let value): self = .boolean(value)
        case .integer(let value): self = .int(Int(value))
        case .double(let value): self = .float(value)
        case .string(let text): self = .string(text)
        case .array:
            var elements: [GraphQLValue] = []
            while try parser.hasElement(isFirst: elements.isEmpty) { elements.append(try GraphQLValue(&parser)) }
            self = .list(elements)
        case .object:
            var members: [(key: String, value: GraphQLValue)] = []
            while let key = try parser.member(isFirst: members.isEmpty) {
                members.append((key, try GraphQLValue(&parser)))
            }
            // Equal names stay in their order, so that the last one counts.
            members.sort { $0.key.precedesInBytes($1.key) }
            self = .object(GraphQLObject(inOrder: members))
        }
    }

    /// Takes about as many bytes as the value has in JSON at least, and stops as soon as there are not so many.
    ///
    /// - Returns: Whether there are so many; after `false`, parts of the value were not looked at.
    func take(from bytes: inout Int) -> Bool {
        switch self {
        case .null, .boolean: bytes -= 4
        case .int, .float: bytes -= 1
        case .string(let text), .enumeration(let text): bytes -= text.utf8.count + 2
        case .list(let elements):
            bytes -= 2
            for element in elements {
                bytes -= 1
                guard element.take(from: &bytes) else { return false }
            }
        case .object(let members):
            bytes -= 2
            for (name, value) in members {
                bytes -= name.utf8.count + 4
                guard value.take(from: &bytes) else { return false }
            }
        }
        return bytes >= 0
    }

    /// The value as JSON in UTF-8, members in their order; numbers that JSON does not have become `null`.
    package func jsonBytes() -> [UInt8] {
        var writer = OrderedJSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

/// Writes JSON with members in their order: the order of the fields in a request is that of its response.
private struct OrderedJSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: GraphQLValue) {
        switch value {
        case .null: write(plain: "null")
        case .int(let value): write(plain: String(value))
        case .float(let value): write(plain: value.isFinite ? String(value) : "null")
        case .string(let text), .enumeration(let text): write(quoted: text)
        case .boolean(let value): write(plain: value ? "true" : "false")
        case .list(let elements):
            write(plain: "[")
            for (index, element) in elements.enumerated() {
                if index > 0 { write(plain: ",") }
                write(element)
            }
            write(plain: "]")
        case .object(let members):
            write(plain: "{")
            for (index, member) in members.enumerated() {
                if index > 0 { write(plain: ",") }
                write(quoted: member.key)
                write(plain: ":")
                write(member.value)
            }
            write(plain: "}")
        }
    }

    private mutating func write(plain text: String) { bytes += text.utf8 }

    private mutating func write(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.isPlainInJSON {
            bytes += text.utf8
        } else {
            escape(Array(text.utf8))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a text with its escapes; what is between two of them is appended at once.
    private mutating func escape(_ text: [UInt8]) {
        var start = 0
        for (position, byte) in text.enumerated() {
            guard let escape = Self.escape(of: byte) else { continue }
            bytes += text[start..<position]
            write(plain: escape)
            start = position + 1
        }
        bytes += text[start...]
    }

    /// The escape of a byte; `nil` for a byte that stays as it is.
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0..<0x20: "\\u" + Lexer.hexadecimal(UInt32(byte))
        default: nil
        }
    }
}
