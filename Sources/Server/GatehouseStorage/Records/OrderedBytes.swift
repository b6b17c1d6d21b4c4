// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseDataModel
package import GatehouseGraphQL

/// Values as bytes whose order is that of the values, the same in every database.
///
/// A value begins with a byte of its kind: no value, boolean, number, text. A number is its nearest floating-point
/// number in 8 bytes, and in 2 bytes what a whole number differs from that. A text is its UTF-8 and a byte 0, which no
/// text contains; so no value is the beginning of another one, and values follow one another without separators.
package enum OrderedBytes {
    /// The kinds of values in their order.
    enum Kind: UInt8 {
        case missing = 0x01
        case boolean = 0x10
        case number = 0x20
        case text = 0x30
        case digest = 0x38
    }

    /// The longest text of a partition that is not replaced by its hash, in bytes; partitions are compared only.
    private static let longestPartition = 64

    /// A value that orders a partition; `nil` for a list, an object, `null`, a number without end, or a text with
    /// U+0000.
    package static func sort(_ value: GraphQLValue) -> [UInt8]? {
        switch value {
        case .boolean(let value): return [Kind.boolean.rawValue, value ? 1 : 0]
        case .int(let number):
            let nearest = Double(number)
            // The nearest number of the greatest integers is 2^63, which exceeds `Int`.
            let whole = Int(exactly: nearest) ?? Int.min
            return [Kind.number.rawValue] + bytes(of: nearest) + bytes(ofDifference: number &- whole)
        case .float(let number):
            guard number.isFinite else { return nil }
            return [Kind.number.rawValue] + bytes(of: number) + bytes(ofDifference: 0)
        case .string(let text), .enumeration(let text):
            guard !text.utf8.contains(0) else { return nil }
            return [Kind.text.rawValue] + text.utf8 + [0]
        case .null, .list, .object: return nil
        }
    }

    /// A value that chooses a partition; `nil` as for ``sort(_:)``.
    package static func partition(_ value: GraphQLValue) -> [UInt8]? {
        guard let bytes = sort(value) else { return nil }
        return bytes.count <= longestPartition + 2 ? bytes : [Kind.digest.rawValue] + sha256(bytes)
    }

    /// A primary key; `nil` if one of its values has no place in an order.
    ///
    /// The partition and the sort value; with several sort fields, the lengths of all their texts but the last follow,
    /// which tell `a#b` and `c` from `a` and `b#c`.
    package static func key(_ key: RecordID) -> [UInt8]? {
        guard let first = key.values.first, var bytes = partition(first) else { return nil }
        let rest = Array(key.values.dropFirst())
        guard !rest.isEmpty else { return bytes }
        guard let value = SortKey.value(of: rest), let sort = sort(value) else { return nil }
        bytes += sort
        for part in rest.dropLast() where rest.count > 1 {
            guard let count = SortKey.spelling(part).flatMap({ UInt16(exactly: $0.utf8.count) }) else { return nil }
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
        }
        return bytes
    }

    /// The place of a record in an index; `nil` if a value has no place in an order.
    package static func place(partition: GraphQLValue, sort: GraphQLValue?, key: [UInt8]) -> [UInt8]? {
        guard let partition = Self.partition(partition) else { return nil }
        guard let sort else { return partition + [Kind.missing.rawValue] + key }
        return Self.sort(sort).map { partition + $0 + key }
    }

    /// The sort value in a place of an index; `nil` without one.
    package static func sort(inPlace place: [UInt8]) -> GraphQLValue? {
        var rest = place[...]
        _ = value(&rest)
        return value(&rest)
    }

    /// Reads a value and removes it; `nil` if it is missing or hashed.
    private static func value(_ bytes: inout ArraySlice<UInt8>) -> GraphQLValue? {
        switch bytes.popFirst().flatMap({ Kind(rawValue: $0) }) {
        case .boolean: return bytes.popFirst().map { .boolean($0 == 1) }
        case .number:
            let number = bytes.prefix(10).reduce(into: (bits: UInt64(0), difference: 0, position: 0)) { result, byte in
                if result.position < 8 {
                    result.bits = result.bits << 8 | UInt64(byte)
                } else {
                    result.difference = result.difference << 8 | Int(byte)
                }
                result.position += 1
            }
            bytes = bytes.dropFirst(10)
            let bits = number.bits >> 63 == 1 ? number.bits ^ 1 << 63 : ~number.bits
            let nearest = Double(bitPattern: bits)
            if let whole = Int(exactly: nearest) { return .int(whole &+ (number.difference - 0x8000)) }
            return nearest == 0x1p63 ? .int(Int.min &+ (number.difference - 0x8000)) : .float(nearest)
        case .text:
            let text = bytes.prefix { $0 != 0 }
            bytes = bytes.dropFirst(text.count + 1)
            return .string(String(decoding: text, as: UTF8.self))
        case .digest:
            bytes = bytes.dropFirst(32)
            return nil
        case .missing, nil: return nil
        }
    }

    private static func bytes(of number: Double) -> [UInt8] {
        let bits = number == 0 ? 0 : number.bitPattern
        let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        return (0..<8).map { UInt8(truncatingIfNeeded: ordered >> UInt64(56 - 8 * $0)) }
    }

    /// The difference of an integer from its nearest floating-point number, which is 512 at most.
    private static func bytes(ofDifference difference: Int) -> [UInt8] {
        let biased = UInt16(truncatingIfNeeded: difference + 0x8000)
        return [UInt8(biased >> 8), UInt8(biased & 0xFF)]
    }
}
