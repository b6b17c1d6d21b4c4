// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !os(Linux) || SwiftCrypto
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
import Foundation

/// CryptoKit on Apple's systems, swift-crypto on others.
package enum SwiftCryptoLibrary: CryptoLibrary {
    package static func sha256(_ message: [UInt8]) -> [UInt8] {
        hash([], message)
    }

    /// As RFC 2104 defines it: the library's generic `HMAC` takes 15,000 instructions more for each code.
    package static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var block = key.count > SHA256.blockByteCount ? sha256(key) : key
        block += [UInt8](repeating: 0, count: SHA256.blockByteCount - block.count)
        defer { overwrite(&block) }
        for index in block.indices { block[index] ^= 0x36 }
        let inner = hash(block, message)
        for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
        return hash(block, inner)
    }

    /// The digest of a message behind a block.
    private static func hash(_ block: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        unsafe block.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        unsafe message.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        return unsafe hash.finalize().withUnsafeBytes { unsafe Array($0) }
    }

    package static func p256Point(ofScalar scalar: [UInt8]) -> [UInt8]? {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else { return nil }
        return Array(key.publicKey.x963Representation)
    }

    package static func isP256Point(_ point: [UInt8]) -> Bool {
        publicKey(point) != nil
    }

    package static func p256Signature(of message: [UInt8], scalar: [UInt8]) throws -> [UInt8] {
        let key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
        return try Array(key.signature(for: SHA256.hash(data: message)).derRepresentation)
    }

    package static func isP256Signature(_ signature: [UInt8], of message: [UInt8], point: [UInt8]) -> Bool {
        guard let key = publicKey(point),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: SHA256.hash(data: message))
    }

    package static func sealAESGCM(
        _ message: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        context: [UInt8]
    ) -> [UInt8]? {
        guard key.count == AESGCM.keyBytes, nonce.count == AESGCM.nonceBytes,
            let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(
                message, using: SymmetricKey(data: key), nonce: nonce, authenticating: context)
        else { return nil }
        return Array(box.ciphertext + box.tag)
    }

    package static func openAESGCM(
        _ sealed: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        context: [UInt8]
    ) -> [UInt8]? {
        guard key.count == AESGCM.keyBytes, nonce.count == AESGCM.nonceBytes, sealed.count >= AESGCM.tagBytes,
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce),
                ciphertext: sealed.dropLast(AESGCM.tagBytes),
                tag: sealed.suffix(AESGCM.tagBytes)
            ), let message = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: context)
        else { return nil }
        return Array(message)
    }

    private static func publicKey(_ point: [UInt8]) -> P256.Signing.PublicKey? {
        guard point.count == P256VerificationKey.pointBytes, point.first == 4 else { return nil }
        return try? P256.Signing.PublicKey(x963Representation: point)
    }
}
#endif
