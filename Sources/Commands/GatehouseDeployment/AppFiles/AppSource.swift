// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// A source file in Dart with a configuration: JSON as the text of a constant, between `'''` and `'''`.
struct DartSource {
    private static let quote = UInt8(ascii: "'")
    private static let backslash = UInt8(ascii: "\\")
    /// The bytes that have a backslash before them in a text of Dart, except in a raw one.
    private static let special = [quote, backslash, UInt8(ascii: "$")]

    /// The configuration; `nil` in a new file.
    let document: JSONDocument?
    private let head: [UInt8]
    private let tail: [UInt8]

    /// Reads the file that exists, or makes a new one.
    ///
    /// - Throws: `JSONFlaw` if the file has no such text, or if it is not JSON.
    init(_ present: [UInt8]?) throws(JSONFlaw) {
        guard let present else {
            head = Array("const amplifyconfig = '''".utf8)
            tail = Array("''';\n".utf8)
            document = nil
            return
        }
        guard let start = Self.quotes(in: present, from: 0), let end = Self.quotes(in: present, from: start + 3) else {
            throw JSONFlaw(
                .root, line: 1, "The file has no text between ''' and ''', in which the configuration stands.")
        }
        let opening = Array(present[..<(start + 3)])
        let text = present[(start + 3)..<end]
        document = try JSONDocument(Self.isRaw(opening) ? Array(text) : Self.unescaped(text))
        head = opening
        tail = Array(present[end...])
    }

    /// The file with a configuration.
    func bytes(with document: JSONDocument) -> [UInt8] {
        head + (Self.isRaw(head) ? Self.withoutQuotes(document.bytes) : Self.escaped(document.bytes)) + tail
    }

    private static func isRaw(_ head: [UInt8]) -> Bool { head.dropLast(3).last == UInt8(ascii: "r") }

    /// The place of the first `'''` from a place on.
    private static func quotes(in bytes: [UInt8], from place: Int) -> Int? {
        guard place + 3 <= bytes.count else { return nil }
        return (place...(bytes.count - 3)).first { start in bytes[start..<(start + 3)].allSatisfy { $0 == quote } }
    }

    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        json.flatMap { special.contains($0) ? [backslash, $0] : [$0] }
    }

    /// AWS's tool writes JSON without these escapes: a backslash before another byte stays.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var json: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if isEscaped {
                if !special.contains(byte) { json.append(backslash) }
                json.append(byte)
                isEscaped = false
            } else if byte == backslash {
                isEscaped = true
            } else {
                json.append(byte)
            }
        }
        return json
    }

    /// JSON without the byte that ends a raw text; it has this byte in texts only, where it can be a code.
    private static func withoutQuotes(_ json: [UInt8]) -> [UInt8] {
        json.flatMap { $0 == quote ? Array(#"\u0027"#.utf8) : [$0] }
    }
}

/// A source file in JavaScript with a configuration: `aws-exports.js`, which is always written as a whole.
enum JavaScriptSource {
    /// The file with a configuration.
    static func bytes(with document: JSONDocument) -> [UInt8] {
        let head = "/* eslint-disable */\n// Written by `amplify push`, which replaces this file.\n\nconst awsmobile = "
        return Array(head.utf8) + document.bytes + Array(";\n\nexport default awsmobile;\n".utf8)
    }
}
