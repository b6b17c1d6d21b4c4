// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// Encodes non-ASCII text for headers (RFC 2047).
enum EncodedWord {
    /// An encoded word has at most 75 characters, of which `=?UTF-8?B?` and `?=` are twelve.
    private static let bytesInWord = 45

    /// The text as the value of a header such as Subject, folded into lines of limited length.
    static func text(_ text: String) -> String {
        isPlain(text) ? text : words(text)
    }

    /// The text as the display name before an address.
    static func phrase(_ text: String) -> String {
        guard isPlain(text) else { return words(text) }
        let isAtoms = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard !isAtoms else { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Whether the text needs no encoding: printable ASCII that does not look encoded and fits on a line.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 200 && !text.contains("=?") && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Encodes the text as words that end at character boundaries, so that each can be decoded alone.
    private static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > bytesInWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\r\n ")
    }
}
