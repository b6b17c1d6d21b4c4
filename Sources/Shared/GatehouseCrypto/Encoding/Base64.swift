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
    /// The two digits of each number of twelve bits, the first one in the lower byte.
    private let pairs: [UInt16]
    private let values: [UInt8]

    private init(_ alphabet: String) {
        let digits = [UInt8](alphabet.utf8)
        self.digits = digits
        pairs = digits.flatMap { first in digits.map { second in UInt16(first) | UInt16(second) << 8 } }
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, digit) in digits.enumerated() {
            values[Int(digit)] = UInt8(value)
        }
        self.values = values
    }

    /// The digits of the bytes, without padding.
    package func encode(_ bytes: [UInt8]) -> [UInt8] {
        let count = (bytes.count * 8 + 5) / 6
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { text, length in
            var position = 0
            let whole = bytes.count / 3 * 3
            // Pointers do without checks of bounds, which take half of the time.
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe pairs.withUnsafeBufferPointer { pairs in
                    for index in stride(from: 0, to: whole, by: 3) {
                        let (high, low) = unsafe (Int(bytes[index]) &<< 8 | Int(bytes[index &+ 1]), bytes[index &+ 2])
                        let group = high &<< 8 | Int(low)
                        let (first, second) = unsafe (pairs[group &>> 12], pairs[group & 0xFFF])
                        unsafe text[position] = UInt8(truncatingIfNeeded: first)
                        unsafe text[position &+ 1] = UInt8(truncatingIfNeeded: first &>> 8)
                        unsafe text[position &+ 2] = UInt8(truncatingIfNeeded: second)
                        unsafe text[position &+ 3] = UInt8(truncatingIfNeeded: second &>> 8)
                        position &+= 4
                    }
                }
            }
            if whole < bytes.count {
                let last = whole + 1 < bytes.count ? UInt32(bytes[whole + 1]) : 0
                let group = UInt32(bytes[whole]) &<< 16 | last &<< 8
                for offset in 0..<count - position {
                    unsafe text[position + offset] = digit(group &>> UInt32(18 - 6 * offset))
                }
            }
            length = count
        }
    }

    /// The digit of the last six bits.
    private func digit(_ bits: UInt32) -> UInt8 { digits[Int(bits & 63)] }

    /// The bytes of unpadded digits.
    ///
    /// `nil` for a foreign character, an impossible length or bits left over, so that every byte string has exactly
    /// one encoding.
    package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        // All values together: a foreign character sets bits that no digit has.
        var all: UInt8 = 0
        var left: UInt32 = 0
        let count = text.count * 6 / 8
        let whole = text.count / 4 * 4
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
            var position = 0
            unsafe text.withUnsafeBufferPointer { text in
                unsafe values.withUnsafeBufferPointer { values in
                    for index in stride(from: 0, to: whole, by: 4) {
                        let (first, second) = unsafe (values[Int(text[index])], values[Int(text[index &+ 1])])
                        let (third, fourth) = unsafe (values[Int(text[index &+ 2])], values[Int(text[index &+ 3])])
                        all |= first | second | third | fourth
                        let group = UInt32(first) &<< 18 | UInt32(second) &<< 12 | UInt32(third) &<< 6 | UInt32(fourth)
                        unsafe bytes[position] = UInt8(truncatingIfNeeded: group &>> 16)
                        unsafe bytes[position &+ 1] = UInt8(truncatingIfNeeded: group &>> 8)
                        unsafe bytes[position &+ 2] = UInt8(truncatingIfNeeded: group)
                        position &+= 3
                    }
                }
            }
            var bits: UInt32 = 0
            for digit in text.dropFirst(whole) {
                all |= values[Int(digit)]
                left = left &<< 6 | UInt32(values[Int(digit)])
                bits &+= 6
            }
            while bits >= 8 {
                bits &-= 8
                unsafe bytes[position] = UInt8(truncatingIfNeeded: left &>> bits)
                position &+= 1
            }
            left &= UInt32(1) &<< bits &- 1
            length = count
        }
        return all & 0xC0 != 0 || text.count % 4 == 1 || left != 0 ? nil : bytes
    }
}
