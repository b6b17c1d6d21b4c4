// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
