// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The characters of XML 1.0 (section 2.2), and of the names that are read.
enum XMLCharacters {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Whether a byte belongs to a name in ASCII, with its prefix.
    static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: beginsName(byte)
        }
    }

    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether bytes are UTF-8 of allowed characters.
    static func areAllowed(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// A value whose references were replaced; with them, combining marks can come together that were apart.
    static func string(_ bytes: [UInt8]) throws(XMLReadingError) -> String {
        guard StreamSafeText.contains(utf8: bytes) else { throw .badText }
        return String(decoding: bytes, as: UTF8.self)
    }
}
