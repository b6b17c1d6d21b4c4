// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Base 16 (RFC 4648, section 8), written in lower case and read in either case.
package enum Hex {
    private static let digits = [UInt8]("0123456789abcdef".utf8)
    /// The values of all characters; 0xFF for those that are not digits.
    private static let values = (0...UInt8.max).map { value(of: $0) ?? 0xFF }

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
        var digits = Array(text.utf8)
        guard !digits.isEmpty else { return nil }
        if !digits.count.isMultiple(of: 2) { digits.insert(UInt8(ascii: "0"), at: 0) }
        // All values together: a foreign character sets bits that no digit has.
        var all: UInt8 = 0
        let count = digits.count / 2
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
            for position in 0..<count {
                let (high, low) = (values[Int(digits[2 * position])], values[Int(digits[2 * position + 1])])
                all |= high | low
                unsafe bytes[position] = high << 4 | low
            }
            length = count
        }
        return all & 0xF0 == 0 ? bytes : nil
    }

    /// The shortest digits of a big-endian integer: no leading zero, and `0` for zero.
    package static func encodeInteger(_ bytes: [UInt8]) -> String {
        let digits = encodedBytes(bytes).drop { $0 == UInt8(ascii: "0") }
        return digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)
    }

    static func encodedBytes(_ bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { text, length in
            for (index, byte) in bytes.enumerated() {
                unsafe text[2 * index] = digits[Int(byte >> 4)]
                unsafe text[2 * index + 1] = digits[Int(byte & 15)]
            }
            length = bytes.count * 2
        }
    }

    /// The value of a character; `nil` if it is not a digit.
    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
