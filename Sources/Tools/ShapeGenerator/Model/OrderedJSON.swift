// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// JSON whose members keep their order.
///
/// The models' readers rely on the order, and Foundation's decoder loses it.
enum OrderedJSON: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    /// A named value of an object.
    struct Member: Equatable {
        var name: String
        var value: OrderedJSON
    }

    /// Reads a document.
    init(_ text: Data) throws(GeneratorError) {
        var parser = OrderedJSONParser(text)
        self = try parser.document()
    }

    subscript(name: String) -> OrderedJSON? {
        members.first { $0.name == name }?.value
    }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var elements: [OrderedJSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var number: Int64? {
        if case .number(let number) = self { Int64(exactly: number) } else { nil }
    }

    var isTrue: Bool { self == .bool(true) }
}

/// A parser for the project's own model files; scalars are left to Foundation.
private struct OrderedJSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private static let maximumDepth = 64

    init(_ text: Data) {
        bytes = Array(text)
    }

    mutating func document() throws(GeneratorError) -> OrderedJSON {
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw failure() }
        return value
    }

    private mutating func value(depth: Int) throws(GeneratorError) -> OrderedJSON {
        guard depth < Self.maximumDepth else { throw failure() }
        skipBlanks()
        switch peek() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func members(depth: Int) throws(GeneratorError) -> [OrderedJSON.Member] {
        var members: [OrderedJSON.Member] = []
        try expect("{")
        while !accept("}") {
            if !members.isEmpty { try expect(",") }
            skipBlanks()
            let name = try string()
            try expect(":")
            members.append(.init(name: name, value: try value(depth: depth)))
        }
        return members
    }

    private mutating func elements(depth: Int) throws(GeneratorError) -> [OrderedJSON] {
        var elements: [OrderedJSON] = []
        try expect("[")
        while !accept("]") {
            if !elements.isEmpty { try expect(",") }
            elements.append(try value(depth: depth))
        }
        return elements
    }

    private mutating func string() throws(GeneratorError) -> String {
        let start = position
        guard peek() == UInt8(ascii: "\"") else { throw failure() }
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
        return try scalar(String.self, from: start)
    }

    private mutating func word() throws(GeneratorError) -> OrderedJSON {
        let start = position
        let ends = Set(",]} \n\r\t".utf8)
        while let byte = peek(), !ends.contains(byte) { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return .number(try scalar(Double.self, from: start))
        }
    }

    private func scalar<Value: Decodable>(_ type: Value.Type, from start: Int) throws(GeneratorError) -> Value {
        guard start < position, position <= bytes.count else { throw failure() }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes[start..<position]))
        } catch {
            throw failure()
        }
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(GeneratorError) {
        guard accept(character) else { throw failure() }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        let blanks = Set(" \n\r\t".utf8)
        while let byte = peek(), blanks.contains(byte) { position += 1 }
    }

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private func failure() -> GeneratorError {
        .notJSON(offset: position)
    }
}
