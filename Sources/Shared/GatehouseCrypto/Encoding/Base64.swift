// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Standard Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    /// The padded text of the bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text = Base64Alphabet.standard.encode(bytes)
        while !text.count.isMultiple(of: 4) {
            text.append(UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a padded text; `nil` if it is not the one text that ``encode(_:)`` gives for them.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        var end = characters.count
        while end > 0, characters.count - end < 2, characters[end - 1] == UInt8(ascii: "=") {
            end -= 1
        }
        return Base64Alphabet.standard.decode(characters[..<end])
    }
}

/// Base64 for names and addresses, without padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
    /// The unpadded text of the bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64Alphabet.urlSafe.encode(bytes), as: UTF8.self)
    }

    /// The bytes of an unpadded text; `nil` if it is not the one text that ``encode(_:)`` gives for them.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        Base64Alphabet.urlSafe.decode(Array(text.utf8)[...])
    }
}

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
