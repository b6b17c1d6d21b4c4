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
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { text, length in
            let groups = bytes.count / 3
            // A token has hundreds of groups, and a check of bounds for each of their bytes takes as long as the rest.
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe digits.withUnsafeBufferPointer { digits in
                    unsafe Self.write(groups, of: bytes, in: digits, to: text)
                }
            }
            let (index, position) = (groups * 3, groups * 4)
            if index < bytes.count {
                let last = index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0
                let group = UInt32(bytes[index]) &<< 16 | last &<< 8
                for offset in 0..<count - position {
                    unsafe text[position + offset] = digits[Int(group &>> UInt32(18 - 6 * offset) & 63)]
                }
            }
            length = count
        }
    }

    /// Writes the four digits of each of the first groups of three bytes; `text` has room for them.
    private static func write(
        _ groups: Int, of bytes: UnsafeBufferPointer<UInt8>, in digits: UnsafeBufferPointer<UInt8>,
        to text: UnsafeMutableBufferPointer<UInt8>
    ) {
        var (index, position) = (0, 0)
        for _ in 0..<groups {
            let (first, second, third) = unsafe (bytes[index], bytes[index &+ 1], bytes[index &+ 2])
            unsafe text[position] = digits[Int(first &>> 2)]
            unsafe text[position &+ 1] = digits[Int((first &<< 4 | second &>> 4) & 63)]
            unsafe text[position &+ 2] = digits[Int((second &<< 2 | third &>> 6) & 63)]
            unsafe text[position &+ 3] = digits[Int(third & 63)]
            index &+= 3
            position &+= 4
        }
    }

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
