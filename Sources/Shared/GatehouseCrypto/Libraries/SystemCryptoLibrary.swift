// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) && (!SwiftCrypto || BothCryptoLibraries)
import CSystemCrypto

/// The system's libcrypto.
package enum SystemCryptoLibrary: CryptoLibrary {
    /// The error for a signature that libcrypto cannot make: the number is no secret number, or memory ran out.
    package struct SigningFailure: Error {}

    package static func sha256(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(GATEHOUSE_SHA256_BYTES))
        let done = unsafe gatehouse_sha256(message, message.count, &digest)
        precondition(done == 1, "SHA-256 fails only if memory ran out")
        return digest
    }

    package static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(GATEHOUSE_SHA256_BYTES))
        let done = unsafe gatehouse_hmac_sha256(key, key.count, message, message.count, &code)
        precondition(done == 1, "HMAC fails only if memory ran out")
        return code
    }

    package static func p256Point(ofScalar scalar: [UInt8]) -> [UInt8]? {
        guard scalar.count == Int(GATEHOUSE_P256_SCALAR_BYTES) else { return nil }
        var point = [UInt8](repeating: 0, count: Int(GATEHOUSE_P256_POINT_BYTES))
        return unsafe gatehouse_p256_point(scalar, &point) == 1 ? point : nil
    }

    package static func isP256Point(_ point: [UInt8]) -> Bool {
        guard point.count == Int(GATEHOUSE_P256_POINT_BYTES) else { return false }
        return unsafe gatehouse_p256_is_point(point) == 1
    }

    package static func p256Signature(of message: [UInt8], scalar: [UInt8]) throws -> [UInt8] {
        guard scalar.count == Int(GATEHOUSE_P256_SCALAR_BYTES) else { throw SigningFailure() }
        var signature = [UInt8](repeating: 0, count: Int(GATEHOUSE_P256_SIGNATURE_BYTES))
        var count = 0
        guard unsafe gatehouse_p256_sign(scalar, message, message.count, &signature, &count) == 1 else {
            throw SigningFailure()
        }
        return Array(signature.prefix(count))
    }

    package static func isP256Signature(_ signature: [UInt8], of message: [UInt8], point: [UInt8]) -> Bool {
        guard point.count == Int(GATEHOUSE_P256_POINT_BYTES) else { return false }
        return unsafe gatehouse_p256_verify(point, signature, signature.count, message, message.count) == 1
    }

    package static func sealAESGCM(
        _ message: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        context: [UInt8]
    ) -> [UInt8]? {
        guard key.count == AESGCM.keyBytes, nonce.count == AESGCM.nonceBytes else { return nil }
        var sealed = [UInt8](repeating: 0, count: message.count + AESGCM.tagBytes)
        let done = unsafe gatehouse_aes_gcm_seal(
            key, nonce, context, context.count, message, message.count, &sealed)
        return done == 1 ? sealed : nil
    }

    package static func openAESGCM(
        _ sealed: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        context: [UInt8]
    ) -> [UInt8]? {
        guard key.count == AESGCM.keyBytes, nonce.count == AESGCM.nonceBytes, sealed.count >= AESGCM.tagBytes
        else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - AESGCM.tagBytes)
        let done = unsafe gatehouse_aes_gcm_open(
            key, nonce, context, context.count, sealed, sealed.count, &message)
        return done == 1 ? message : nil
    }
}
#endif
