// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
