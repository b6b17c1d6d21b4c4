// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// AES-256-GCM (NIST SP 800-38D) with keys of 32, nonces of 12 and tags of 16 bytes.
package enum AESGCM {
    /// The bytes of a key.
    package static let keyBytes = 32
    /// The bytes of a nonce; with random ones, a key encrypts fewer than 2^32 messages.
    package static let nonceBytes = 12
    /// The bytes of a tag.
    package static let tagBytes = 16

    /// Encrypts a message, and authenticates it together with its context.
    ///
    /// - Returns: the encrypted message and the tag.
    package static func seal(_ message: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]) -> [UInt8] {
        let sealed = PlatformCryptoLibrary.sealAESGCM(message, key: key, nonce: nonce, context: context)
        guard let sealed else { preconditionFailure("AES-GCM fails only for other lengths, or if memory ran out") }
        return sealed
    }

    /// Decrypts a message; nil unless key, nonce, context and every byte are as in ``seal(_:key:nonce:context:)``.
    package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8]) -> [UInt8]? {
        PlatformCryptoLibrary.openAESGCM(sealed, key: key, nonce: nonce, context: context)
    }
}
