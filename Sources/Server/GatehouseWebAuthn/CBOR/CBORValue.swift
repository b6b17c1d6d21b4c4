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
