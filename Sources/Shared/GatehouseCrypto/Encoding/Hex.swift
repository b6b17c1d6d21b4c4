// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Base 16 (RFC 4648, section 8), written in lower case and read in either case.
package enum Hex {
    private static let digits = [UInt8]("0123456789abcdef".utf8)

    /// Two lower-case digits for each byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// The bytes of a text of digit pairs; `nil` for an odd count or any other character.
    package static func decode(_ text: String) -> [UInt8]? {
        text.utf8.count.isMultiple(of: 2) ? decodeInteger(text) ?? (text.isEmpty ? [] : nil) : nil
    }

    /// The big-endian bytes of a non-negative integer written with any number of digits, even an odd one.
    ///
    /// Leading zero digits are kept as bytes. `nil` for an empty text and for any character that is not a digit.
    package static func decodeInteger(_ text: String) -> [UInt8]? {
        guard !text.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2 + 1)
        var pending: UInt8? = text.utf8.count.isMultiple(of: 2) ? nil : 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            if let high = pending {
                bytes.append(high << 4 | value)
                pending = nil
            } else {
                pending = value
            }
        }
        return bytes
    }

    /// The shortest digits of a big-endian integer: no leading zero, and `0` for zero.
    package static func encodeInteger(_ bytes: [UInt8]) -> String {
        let digits = encodedBytes(bytes).drop { $0 == UInt8(ascii: "0") }
        return digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)
    }

    static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
