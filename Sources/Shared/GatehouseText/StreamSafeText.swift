// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The check of text from outside for the Stream-Safe Text Format (UAX #15, section 13).
///
/// Swift compares and hashes a `String` beyond ASCII in normalized form, at a cost that grows with the square of the
/// longest run of combining marks. The format limits such a run to 30 non-starters after NFKD, which no living language
/// exceeds. Each input edge of the server refuses other text before anything compares or hashes it.
///
/// The check reads bytes, allocates nothing for text without long runs, and passes over ASCII eight bytes at a time.
package enum StreamSafeText {
    /// The most non-starters in a row.
    package static let longestRun = 30

    /// The words in which other text is refused.
    package static let refusal = """
        The request has a text with more than \(longestRun) combining marks in a row, which no language needs \
        (Unicode Standard Annex #15, section 13): send it without them.
        """

    /// Returns whether a text has the format.
    package static func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe isSafe($0, readsEscapes: false) }
    }

    /// Returns whether bytes in UTF-8 have the format; an invalid byte counts as a starter, as what replaces it is one.
    @inlinable
    package static func contains(utf8 bytes: some Collection<UInt8>) -> Bool {
        isSafe(bytes, readsEscapes: false)
    }

    /// Returns whether the names and values of a JSON document have the format.
    ///
    /// An escape such as `\u0301` counts as the scalar that it encodes. The document need not be valid.
    @inlinable
    package static func contains(json bytes: some Collection<UInt8>) -> Bool {
        isSafe(bytes, readsEscapes: true)
    }

    // Inlinable, so that a caller's module does not look up the type of the bytes at run time.
    @inlinable
    static func isSafe(_ bytes: some Collection<UInt8>, readsEscapes: Bool) -> Bool {
        let isSafe = bytes.withContiguousStorageIfAvailable { unsafe self.isSafe($0, readsEscapes: readsEscapes) }
        return isSafe ?? self.isSafe(Array(bytes), readsEscapes: readsEscapes)
    }

    @usableFromInline
    static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>, readsEscapes: Bool) -> Bool {
        var run = NonStarterRun()
        var position = 0
        while position < bytes.count {
            let plain = unsafe countPlain(bytes, from: position, escapes: readsEscapes)
            if plain > 0 { run.end() }
            position += plain
            guard position < bytes.count else { break }
            let (scalar, length) =
                unsafe bytes[position] < 0x80 ? escape(bytes, at: position) : scalar(bytes, at: position)
            guard run.append(scalar) else { return false }
            position += length
        }
        return true
    }
}

// MARK: - Bytes

extension StreamSafeText {
    private static let backslash = UInt8(ascii: "\\")

    /// The number of bytes from `start` that are ASCII and, where `escapes` count, no backslash.
    private static func countPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, escapes: Bool) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var position = start
        while position + 8 <= bytes.count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // The subtraction sets the high bit of each byte that is a backslash.
            let backslashes = escapes ? (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101 : 0
            guard (word | backslashes) & 0x8080_8080_8080_8080 == 0 else { break }
            position += 8
        }
        while position < bytes.count {
            let byte = unsafe bytes[position]
            guard byte < 0x80, !escapes || byte != backslash else { break }
            position += 1
        }
        return position - start
    }

    /// The scalar that begins at a byte beyond ASCII, and its length.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (Unicode.Scalar, Int) {
        let first = unsafe bytes[position]
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5, position + length <= bytes.count else { return ("\u{FFFD}", 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = unsafe bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
    }

    /// The scalar that an escape of JSON encodes, a pair of surrogates included, and the length of the escape.
    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (Unicode.Scalar, Int) {
        guard let unit = unsafe codeUnit(bytes, at: position) else { return ("\\", 2) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard unit < 0xDC00, let low = unsafe codeUnit(bytes, at: position + 6), 0xDC00..<0xE000 ~= low,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { return ("\u{FFFD}", 6) }
        return (scalar, 12)
    }

    /// The number of an escape `\uXXXX`; `nil` for any other bytes.
    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32? {
        guard position + 6 <= bytes.count, unsafe bytes[position] == backslash,
            unsafe bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for offset in 2..<6 {
            let byte = unsafe bytes[position + offset]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}

/// Counts the non-starters in a row of a text, as if it were in NFKD.
private struct NonStarterRun {
    /// The most non-starters that the decomposition of one starter ends with, U+1F82 for one.
    private static let mostTrailing = 3

    private var count = 0
    private var starter: Unicode.Scalar?

    /// Ends the run at text in ASCII, which decomposes into nothing else.
    mutating func end() {
        count = 0
        starter = nil
    }

    /// Takes the next scalar.
    /// - Returns: Whether the run is still short enough.
    mutating func append(_ scalar: Unicode.Scalar) -> Bool {
        let added = Self.nonStarters(of: scalar)
        guard added > 0 else {
            count = 0
            starter = scalar
            return true
        }
        let room = StreamSafeText.longestRun - Self.mostTrailing
        let before = count
        count += added
        // The starter's trailing non-starters matter only if the run is nearly too long.
        if before <= room, count > room, let starter { count += Self.trailingNonStarters(of: starter) }
        return count <= StreamSafeText.longestRun
    }

    /// The number of non-starters that a scalar consists of in NFKD; 0 for one that begins with a starter.
    private static func nonStarters(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300, 0x3100..<0xA66F, 0xAC00..<0xD800: 0
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        case 0xFF9E, 0xFF9F: 1
        default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
        }
    }

    private static func trailingNonStarters(of starter: Unicode.Scalar) -> Int {
        let decomposition = String(starter).decomposedStringWithCompatibilityMapping.unicodeScalars
        return decomposition.reversed().prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
    }
}
