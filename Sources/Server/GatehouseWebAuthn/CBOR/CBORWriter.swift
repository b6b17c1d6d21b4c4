// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
