// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why sealed bytes cannot be opened or a key ring cannot be read.
///
/// Says nothing of keys or contents.
package enum SealingError: Error, Equatable, Sendable {
    /// Not sealed by this format, or cut short.
    case malformed
    /// Sealed in a form of the plaintext that this release does not know: a later release wrote it.
    case unknownForm
    /// Sealed under a key that the key ring does not hold.
    case unknownKey
    /// Altered, or sealed for another purpose, another context or under another key of the same name.
    case notAuthentic
    /// A line of the key ring's text is not `id:base64`; the line's number, from 1.
    case malformedKeyLine(Int, KeyLineFlaw)
    /// A key is not 32 bytes long, or its id is not 1 to 32 letters, digits, `-` and `_`.
    case malformedKey
    /// Two keys of a key ring have the same id.
    case duplicateKey
    /// A key ring without keys, or without the key that it names as the current one.
    case noCurrentKey
}

/// What is wrong with a line of a key ring's text.
package enum KeyLineFlaw: Equatable, Sendable {
    /// The line is a key without an id.
    case withoutID
    /// The id is not 1 to 32 letters, digits, `-` and `_`.
    case id
    /// The key is not 32 bytes in Base64.
    case key
}
