// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason for the refusal of a token or a key.
package enum JWSError: Error, Equatable, Sendable {
    /// Longer than any token that is read.
    case tooLong
    /// Not three parts of Base64URL with a header in JSON.
    case malformed
    /// The header names no key.
    case missingKeyID
    /// The header asks for an extension (`crit`), and none is understood.
    case unsupportedExtension
    /// Signed in any other way than RS256, or not at all.
    case unsupportedAlgorithm
    /// Signed with a key that is not among those given.
    case unknownKey
    /// The signature is not the named key's over this header and payload.
    case wrongSignature
    /// A key cannot be read or is too small.
    case malformedKey
}
