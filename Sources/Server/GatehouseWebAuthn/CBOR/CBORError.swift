// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why bytes are not read as CBOR.
package enum CBORError: Error, Equatable, Sendable {
    /// The bytes end inside a value.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// A length or number is written longer than it need be.
    case notShortest
    /// A length is left open, which the canonical form forbids.
    case indefiniteLength
    /// A tag, a floating-point number, `undefined` or a reserved number.
    case unsupported
    /// Text that is not UTF-8 or not in stream-safe form.
    case malformedText
    /// A key that is neither a number nor text.
    case malformedKey
    /// The same key twice.
    case duplicateKey
    /// Keys that are not in the canonical order.
    case unorderedKeys
    /// Values inside of values, more than are read.
    case tooDeep
    /// More bytes than are read.
    case tooLong
}
