// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sixty-four digits of an encoding and their values, shared by ``Base64`` and ``Base64URL``.
package struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    /// The alphabet of ``Base64URL``.
    package static let urlSafe = Base64Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static let invalid: UInt8 = 0xFF
    private let digits: [UInt8]
    private let values: [UInt8]

    private init(_ alphabet: String) {
        digits = [UInt8](alphabet.utf8)
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, digit) in digits.enumerated() {
            values[Int(digit)] = UInt8(value)
        }
        self.values = values
    }

    /// The digits of the bytes, without padding.
    package func encode(_ bytes: [UInt8]) -> [UInt8] {
        let count = (bytes.count * 8 + 5) / 6
        var text = [UInt8](repeating: 0, count: count)
        var position = 0
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer &<< 8 | UInt32(byte)
            bits &+= 8
            while bits >= 6 {
                bits &-= 6
                text[position] = digits[Int(buffer &>> bits & 63)]
                position &+= 1
            }
        }
        if bits > 0 {
            text[position] = digits[Int(buffer &<< (6 &- bits) & 63)]
        }
        return text
    }

    /// The bytes of unpadded digits.
    ///
    /// `nil` for a foreign character, an impossible length or bits left over, so that every byte string has exactly
    /// one encoding.
    package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: text.count * 6 / 8)
        var position = 0
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for digit in text {
            let value = values[Int(digit)]
            guard value != Self.invalid else { return nil }
            buffer = buffer &<< 6 | UInt32(value)
            bits &+= 6
            if bits >= 8 {
                bits &-= 8
                bytes[position] = UInt8(truncatingIfNeeded: buffer &>> bits)
                position &+= 1
            }
        }
        let left = buffer & (UInt32(1) &<< bits &- 1)
        return bits == 6 || left != 0 ? nil : bytes
    }
}
