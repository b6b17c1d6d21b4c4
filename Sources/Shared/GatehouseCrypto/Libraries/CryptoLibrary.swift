// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The functions that this module takes from a library for cryptography.
///
/// On Apple's systems that is CryptoKit. On Linux an app chooses by the trait `SwiftCrypto`: swift-crypto with it, the
/// system's libcrypto without it. Both give the same results.
package protocol CryptoLibrary: Sendable {
    /// The SHA-256 digest of the message, 32 bytes.
    static func sha256(_ message: [UInt8]) -> [UInt8]

    /// HMAC-SHA256 of the message, 32 bytes.
    static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8]

    /// The point of P-256 that belongs to a secret number: the byte 4 and both coordinates.
    ///
    /// `nil` for a number that has not 32 bytes, is zero, or is not below the order of the curve.
    static func p256Point(ofScalar scalar: [UInt8]) -> [UInt8]?

    /// Whether 65 bytes are the byte 4 and the coordinates of a point on the curve.
    static func isP256Point(_ point: [UInt8]) -> Bool

    /// An ES256 signature in DER with a secret number that ``p256Point(ofScalar:)`` accepts.
    ///
    /// Throws the library's error.
    static func p256Signature(of message: [UInt8], scalar: [UInt8]) throws -> [UInt8]

    /// Whether a signature in DER over the message belongs to the point's secret number, by ES256.
    static func isP256Signature(_ signature: [UInt8], of message: [UInt8], point: [UInt8]) -> Bool

    /// The message encrypted by AES-256-GCM with a key of 32 and a nonce of 12 bytes; its last 16 bytes are the tag, which
    /// authenticates the context too.
    ///
    /// `nil` for a key or a nonce of another length.
    static func sealAESGCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]) -> [UInt8]?

    /// The message that ``sealAESGCM(_:key:nonce:context:)`` encrypted.
    ///
    /// `nil` unless key, nonce, context and every byte are the same.
    static func openAESGCM(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]) -> [UInt8]?
}

#if os(Linux) && !SwiftCrypto
/// The library that this module uses.
package typealias PlatformCryptoLibrary = SystemCryptoLibrary
#else
/// The library that this module uses.
package typealias PlatformCryptoLibrary = SwiftCryptoLibrary
#endif
