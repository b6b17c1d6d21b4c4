// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// Reads CBOR in the canonical form of CTAP2 (section 8), and rejects any other form.
///
/// Lengths are definite and have the shortest encoding, keys are sorted and unique, and the nesting depth is limited to
/// the depth of an attestation. A length is compared with the number of remaining bytes before memory is allocated.
package struct CBORReader: Sendable {
    /// The largest accepted input, in bytes; attestations with certificates and extensions are far smaller.
    package static let maximumBytes = 65_536
    /// The greatest nesting depth; CTAP2 allows four levels, and an attestation statement is one level deeper.
    package static let maximumDepth = 5

    private let bytes: [UInt8]
    /// The offset of the next value.
    package private(set) var position: Int

    /// Creates a reader that starts at a position of the bytes.
    /// - Throws: `CBORError.tooLong`.
    package init(_ bytes: [UInt8], from position: Int = 0) throws(CBORError) {
        guard bytes.count <= Self.maximumBytes else { throw .tooLong }
        self.bytes = bytes
        self.position = min(max(position, 0), bytes.count)
    }

    /// Reads bytes that contain exactly one value.
    /// - Throws: `CBORError`, for example `trailingBytes`.
    package static func value(_ bytes: [UInt8]) throws(CBORError) -> CBORValue {
        var reader = try CBORReader(bytes)
        let value = try reader.next()
        guard reader.position == bytes.count else { throw .trailingBytes }
        return value
    }

    /// Reads the next value and leaves the bytes after it unread.
    /// - Throws: `CBORError`.
    package mutating func next() throws(CBORError) -> CBORValue {
        try value(depth: 1)
    }

    private mutating func value(depth: Int) throws(CBORError) -> CBORValue {
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        let (major, argument) = try head()
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            let bytes = try take(argument)
            guard let text = String(validating: bytes, as: UTF8.self), StreamSafeText.contains(utf8: bytes) else {
                throw .malformedText
            }
            return .text(text)
        case 4: return .array(try array(count: argument, depth: depth))
        case 5: return .map(try map(count: argument, depth: depth))
        case 7:
            switch argument {
            case 20: return .bool(false)
            case 21: return .bool(true)
            case 22: return .null
            default: throw .unsupported
            }
        default: throw .unsupported
        }
    }

    /// Reads the major type and the argument of a value.
    private mutating func head() throws(CBORError) -> (major: UInt8, argument: UInt64) {
        let first = try byte()
        let (major, short) = (first >> 5, first & 0x1F)
        switch short {
        case 0..<24: return (major, UInt64(short))
        // In major type 7, longer arguments are floating-point numbers and further simple values.
        case 24...27 where major == 7: throw .unsupported
        case 24...27:
            let width = 1 << Int(short - 24)
            let argument = try take(UInt64(width)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let least: UInt64 = width == 1 ? 24 : 1 << UInt64(4 * width)
            guard argument >= least else { throw .notShortest }
            return (major, argument)
        case 31: throw .indefiniteLength
        default: throw .unsupported
        }
    }

    private mutating func array(count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
        // Each element has at least one byte.
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
        return elements
    }

    private mutating func map(count: UInt64, depth: Int) throws(CBORError) -> CBORMap {
        guard count <= UInt64(bytes.count - position) / 2 else { throw .truncated }
        var entries: [CBORMap.Entry] = []
        var last: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth + 1)
            switch key {
            case .unsigned, .negative, .text: break
            default: throw .malformedKey
            }
            let encoded = bytes[start..<position]
            if let last {
                guard last != encoded else { throw .duplicateKey }
                guard CBORWriter.precedes(last, encoded) else { throw .unorderedKeys }
            }
            last = encoded
            entries.append(CBORMap.Entry(key, try value(depth: depth + 1)))
        }
        return CBORMap(entries)
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.count - position) else { throw .truncated }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}

/// The reason why bytes are rejected as CBOR.
package enum CBORError: Error, Equatable, Sendable {
    /// The bytes end within a value.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// A length or number is not in its shortest encoding.
    case notShortest
    /// An indefinite length, which the canonical form forbids.
    case indefiniteLength
    /// A tag, a floating-point number, `undefined` or a reserved argument.
    case unsupported
    /// Text that is not UTF-8 or not in stream-safe form.
    case malformedText
    /// A key that is neither a number nor text.
    case malformedKey
    /// The same key twice.
    case duplicateKey
    /// Keys that are not in the canonical order.
    case unorderedKeys
    /// The nesting is deeper than `CBORReader.maximumDepth`.
    case tooDeep
    /// The input is longer than `CBORReader.maximumBytes`.
    case tooLong
}
