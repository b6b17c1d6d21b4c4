// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Base32 without padding (RFC 4648, section 6), as authenticator apps take their secrets.
package enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The unpadded text of the bytes, in upper case.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer &<< 8 | UInt32(byte)
            bits &+= 8
            while bits >= 5 {
                bits &-= 5
                text.append(digits[Int(buffer &>> bits & 31)])
            }
        }
        if bits > 0 { text.append(digits[Int(buffer &<< (5 &- bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of an unpadded text, whose letters may be small as people type them.
    ///
    /// `nil` for a foreign character, an impossible length or bits left over.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 5 / 8)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = buffer &<< 5 | UInt32(value)
            bits &+= 5
            if bits >= 8 {
                bits &-= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer &>> bits))
            }
        }
        // Five or more bits after the last byte mean that there is a digit too many.
        let left = buffer & (UInt32(1) &<< bits &- 1)
        return bits >= 5 || left != 0 ? nil : bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
