// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// Encodes text as lines of ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
    private static let lineLength = 76
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The encoded text; each line ends with CR LF, and line breaks of any kind become CR LF.
    static func encode(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for line in unified.split(separator: "\n", omittingEmptySubsequences: false) {
            append(Array(line.utf8), to: &output)
        }
        return output
    }

    private static func append(_ line: [UInt8], to output: inout [UInt8]) {
        var column = 0
        for (index, byte) in line.enumerated() {
            let token = token(byte, isLast: index == line.count - 1)
            // The last column is reserved for the `=` that continues a line.
            if column + token.count > lineLength - 1 {
                output += Array("=\r\n".utf8)
                column = 0
            }
            output += token
            column += token.count
        }
        output += Array("\r\n".utf8)
    }

    private static func token(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "="): escaped(byte)
        case 0x21...0x7E: [byte]
        case UInt8(ascii: " ") where !isLast: [byte]
        default: escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
}

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
