// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText

extension WireValue {
    /// The largest nesting depth of arrays and objects in a document.
    package static let maximumDepth = 64

    /// Reads a JSON document in UTF-8.
    ///
    /// A number becomes an integer if it fits in 64 bits exactly, else a floating-point number.
    /// - Parameter json: The document.
    /// - Throws: `WireSyntaxError` if it is not JSON, nests too deep or holds a number out of range.
    package init(json: Data) throws(WireSyntaxError) {
        try self.init(json: Array(json))
    }

    /// Reads a JSON document in UTF-8.
    ///
    /// - Throws: as the initialiser for `Data` does.
    package init(json: [UInt8]) throws(WireSyntaxError) {
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth)
    }

    /// Reads a JSON document that comes from outside of the server.
    ///
    /// - Throws: `WireSyntaxError.notStreamSafe` for text that is expensive to compare, else as the other initialisers.
    @inlinable
    package init(foreignJSON json: some Collection<UInt8>) throws(WireSyntaxError) {
        // The copy is made in the caller's module, which knows the type of the bytes.
        try self.init(foreignBytes: Array(json))
    }

    @usableFromInline
    init(foreignBytes json: [UInt8]) throws(WireSyntaxError) {
        guard StreamSafeText.contains(json: json) else { throw .notStreamSafe }
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth)
    }

    /// Reads a JSON document from outside of the server that must have one meaning for every reader.
    ///
    /// Two readers may disagree about an object that has two members with one name (RFC 8259, section 4).
    /// - Throws: `WireSyntaxError.repeatedMember` for such an object, else as the initialiser for foreign documents does.
    package init(unambiguousJSON json: [UInt8]) throws(WireSyntaxError) {
        guard StreamSafeText.contains(json: json) else { throw .notStreamSafe }
        self = try JSONParser.value(of: json, maximumDepth: Self.maximumDepth, refusesRepetition: true)
    }

    /// The line of a document, counted from 1, in which reading it fails; `nil` if it does not fail.
    package static func lineOfFailure(inJSON json: [UInt8]) -> Int? {
        JSONParser.failure(in: json, maximumDepth: maximumDepth).map { position in
            1 + json[..<position].count { $0 == 0x0A }
        }
    }

    /// The position of the byte at which reading a document fails: the number of its bytes if it ends too early; `nil`
    /// if reading it does not fail.
    package static func positionOfFailure(inJSON json: [UInt8]) -> Int? {
        JSONParser.failure(in: json, maximumDepth: maximumDepth)
    }

    /// Writes the value as JSON in UTF-8, members in the order of their names; numbers without end become `null`.
    package func json() -> Data {
        Self.data(jsonBytes())
    }

    /// Writes the value as ``json()`` does.
    package func jsonBytes() -> [UInt8] {
        bytes(sortingMembers: true)
    }

    /// Writes the value as ``json()`` does, but members in any order: for a decoder, to which the order has no meaning.
    package func unorderedJSON() -> Data {
        Self.data(bytes(sortingMembers: false))
    }

    private func bytes(sortingMembers: Bool) -> [UInt8] {
        var writer = JSONWriter(sortsMembers: sortingMembers)
        writer.write(self)
        return writer.bytes
    }

    private static func data(_ bytes: [UInt8]) -> Data {
        // The initialiser for any sequence casts its argument at run time.
        unsafe bytes.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}

extension WireMembers {
    /// Writes the members as ``WireValue/json()`` writes an object.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter(sortsMembers: true)
        writer.write(self)
        return writer.bytes
    }
}

private struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let sortsMembers: Bool

    init(sortsMembers: Bool) {
        self.sortsMembers = sortsMembers
        // Most documents are tokens and answers of this size; a larger one grows.
        bytes.reserveCapacity(1_024)
    }

    mutating func write(_ value: WireValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .double(let value): append(value.isFinite ? String(value) : "null")
        case .string(let value): write(value)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    mutating func write(_ object: WireMembers) {
        bytes.append(UInt8(ascii: "{"))
        write(inOrder: object.members)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ elements: [WireValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [WireName: WireValue]) {
        bytes.append(UInt8(ascii: "{"))
        if sortsMembers && members.count > 1 {
            write(inOrder: members.sorted { $0.key < $1.key })
        } else {
            write(inOrder: members)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(inOrder members: some Sequence<(key: WireName, value: WireValue)>) {
        var isFirst = true
        for (name, value) in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(name.text)
            bytes.append(UInt8(ascii: ":"))
            write(value)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            let length = unsafe JSONParser.measurePlainText(UnsafeRawBufferPointer(utf8)).length
            guard length == utf8.count else { return false }
            unsafe bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): appendEscape(byte)
            case 0x0A: appendEscape(UInt8(ascii: "n"))
            case 0x0D: appendEscape(UInt8(ascii: "r"))
            case 0x09: appendEscape(UInt8(ascii: "t"))
            case 0x00..<0x20: appendCodeUnit(byte)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func appendEscape(_ letter: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    private mutating func appendCodeUnit(_ byte: UInt8) {
        append("\\u00")
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}

/// The reason why a text is not a valid message; contains no part of the text.
package enum WireSyntaxError: Error, Sendable, Hashable {
    /// The text is not JSON in UTF-8, or holds a number out of range.
    case notJSON
    /// The text is not in stream-safe form, see ``StreamSafeText``.
    case notStreamSafe
    /// Arrays, objects or elements nest deeper than is accepted.
    case tooDeep
    /// An object or a form has two members with one name.
    case repeatedMember
    /// The text is not the XML that services write.
    case notXML
    /// The text is not a form (`application/x-www-form-urlencoded`).
    case notForm
    /// The text is longer, or has more parts, than is accepted.
    case tooLarge
}
