// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension [UInt8] {
    /// Appends a text in quotes, with the escapes of JSON.
    mutating func appendQuoted(_ text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.needsEscape) {
            for byte in text.utf8 { appendEscaped(byte) }
        } else {
            append(contentsOf: text.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return append(byte) }
        append(UInt8(ascii: "\\"))
        guard byte < 0x20 else { return append(byte) }
        let digits = String(byte, radix: 16)
        append(contentsOf: "u".utf8)
        append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
        append(contentsOf: digits.utf8)
    }

    /// Appends the name of a member and a colon.
    mutating func appendName(_ name: String) {
        appendQuoted(name)
        append(UInt8(ascii: ":"))
    }

    /// Appends a value of a column.
    mutating func appendValue(_ value: StoredValue) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .integer(let number): append(contentsOf: String(number).utf8)
        case .real(let number): append(contentsOf: String(number).utf8)
        case .text(let text): appendQuoted(text)
        }
    }

    /// Appends the key of a record that is loaded later: `ReferenceMark`.
    mutating func appendKeyMark(_ key: [(name: String, value: String)]) {
        append(contentsOf: "{\"identifiers\":[".utf8)
        for (index, part) in key.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(contentsOf: "{\"name\":".utf8)
            appendQuoted(part.name)
            append(contentsOf: ",\"value\":".utf8)
            appendQuoted(part.value)
            append(UInt8(ascii: "}"))
        }
        append(contentsOf: "],\"source\":".utf8)
        appendQuoted(ModelProviderRegistry.DecoderSource.dataStore)
        append(UInt8(ascii: "}"))
    }

    /// Appends the values by which the records of a list are loaded later: `ListMark`.
    mutating func appendListMark(key: [String], _ fields: [String]) {
        append(contentsOf: "{\"dataStoreAssociatedIdentifiers\":".utf8)
        appendQuoted(key)
        append(contentsOf: ",\"dataStoreAssociatedFields\":".utf8)
        appendQuoted(fields)
        append(UInt8(ascii: "}"))
    }

    private mutating func appendQuoted(_ texts: [String]) {
        append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendQuoted(text)
        }
        append(UInt8(ascii: "]"))
    }
}
