// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension WireValue {
    /// Writes the value as JSON in UTF-8, members in the order of their names; numbers without end become `null`.
    package func json() -> Data {
        // The initialiser for any sequence casts its argument at run time.
        unsafe jsonBytes().withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }

    /// Writes the value as ``json()`` does.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

private struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    init() {
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

    private mutating func write(_ elements: [WireValue]) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            write(element)
        }
        append("]")
    }

    private mutating func write(_ members: [WireName: WireValue]) {
        append("{")
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { append(",") }
            write(member.key.text)
            append(":")
            write(member.value)
        }
        append("}")
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            unsafe JSONParser.measurePlainText(UnsafeRawBufferPointer(utf8)).length == utf8.count
        }
        if isPlain {
            bytes.append(contentsOf: text.utf8)
        } else {
            escape(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0x00..<0x20: appendEscape(byte)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func appendEscape(_ byte: UInt8) {
        let digits = Array("0123456789abcdef".utf8)
        append("\\u00")
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
