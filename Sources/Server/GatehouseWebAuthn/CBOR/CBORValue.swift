// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A CBOR value (RFC 8949) of a kind that authenticators send.
///
/// Tags, floating-point numbers and `undefined` are not supported.
package indirect enum CBORValue: Sendable, Equatable {
    /// A whole number that is not negative.
    case unsigned(UInt64)
    /// A negative number; its value is `-1 - value`.
    case negative(UInt64)
    /// A byte string.
    case bytes([UInt8])
    /// A text string in UTF-8.
    case text(String)
    /// The items of an array in their order.
    case array([CBORValue])
    /// A map of keys to values.
    case map(CBORMap)
    /// One of the simple values `true` and `false`.
    case bool(Bool)
    case null
}

extension CBORValue {
    /// Creates a number.
    package init(_ number: Int) {
        self = number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    /// The number, if the value is a number that fits in an `Int`.
    package var intValue: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The bytes, if the value is a byte string.
    package var bytesValue: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The text, if the value is a text string.
    package var textValue: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The elements, if the value is an array.
    package var arrayValue: [CBORValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The entries, if the value is a map.
    package var mapValue: CBORMap? {
        if case .map(let value) = self { value } else { nil }
    }
}

/// A CBOR map; its entries keep the order in which they were read.
package struct CBORMap: Sendable, Equatable {
    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// The key; authenticators send integers and texts.
        package let key: CBORValue
        package let value: CBORValue

        /// Creates an entry.
        package init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// The keys and values in the order in which they were read.
    package let entries: [Entry]

    /// Creates a map; `CBORWriter` writes its entries in canonical order.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The value for a numeric key.
    package subscript(number: Int) -> CBORValue? {
        entries.first { $0.key == CBORValue(number) }?.value
    }

    /// The value for a text key.
    package subscript(text: String) -> CBORValue? {
        entries.first { $0.key == .text(text) }?.value
    }

    /// Whether the keys are exactly these texts.
    func hasKeys(_ texts: Set<String>) -> Bool {
        entries.count == texts.count && entries.allSatisfy { texts.contains($0.key.textValue ?? "") }
    }

    /// Whether the keys are exactly these numbers.
    func hasKeys(_ numbers: Set<Int>) -> Bool {
        entries.count == numbers.count
            && entries.allSatisfy { entry in entry.key.intValue.map(numbers.contains) ?? false }
    }
}

/// Writes CBOR in the canonical form of CTAP2 (section 8).
package enum CBORWriter {
    /// The encoding of a value, with maps in canonical order.
    package static func bytes(_ value: CBORValue) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let elements): elements.reduce(head(4, UInt64(elements.count))) { $0 + bytes($1) }
        case .map(let map): entries(map)
        case .bool(let isTrue): head(7, isTrue ? 21 : 20)
        case .null: head(7, 22)
        }
    }

    /// Whether the encoded key `a` precedes `b`: by major type, then by length, then by bytes.
    static func precedes(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        let (first, second) = ((a.first ?? 0) >> 5, (b.first ?? 0) >> 5)
        if first != second { return first < second }
        return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }

    private static func entries(_ map: CBORMap) -> [UInt8] {
        map.entries.map { (key: bytes($0.key), value: bytes($0.value)) }
            .sorted { precedes($0.key[...], $1.key[...]) }
            .reduce(head(5, UInt64(map.entries.count))) { $0 + $1.key + $1.value }
    }

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let width: Int
        switch argument {
        case 0..<24: return [major << 5 | UInt8(argument)]
        case 0...0xFF: width = 1
        case 0...0xFFFF: width = 2
        case 0...0xFFFF_FFFF: width = 4
        default: width = 8
        }
        let short = UInt8(24 + width.trailingZeroBitCount)
        return [major << 5 | short]
            + (0..<width).reversed().map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * $0)) }
    }
}
