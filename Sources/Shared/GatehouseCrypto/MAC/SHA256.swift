// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The SHA-256 digest of the bytes (FIPS 180-4), 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    PlatformCryptoLibrary.sha256(bytes)
}

/// HMAC-SHA256 of a message (RFC 2104), 32 bytes.
package func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    PlatformCryptoLibrary.hmacSHA256(key: key, message)
}

/// Derives `count` bytes (at most 8,160) from key material by HKDF-SHA256 (RFC 5869).
package func hkdfSHA256(keyMaterial: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition((0...8_160).contains(count), "HKDF-SHA256 derives at most 8,160 bytes")
    // A block of 32 bytes follows from the block before it and from its number, which one byte holds.
    var key = hmacSHA256(key: salt, keyMaterial)
    var block: [UInt8] = []
    var derived: [UInt8] = []
    for number in 1...255 {
        if derived.count >= count { break }
        block = hmacSHA256(key: key, block + info + [UInt8(number)])
        derived += block
    }
    overwrite(&key)
    return Array(derived.prefix(count))
}

/// `SECRET_HASH`, an app client's proof of its secret: Base64 of HMAC-SHA256 over user name and client id, keyed with
/// the client secret.
package func secretHash(username: String, clientID: String, clientSecret: borrowing Secret) -> String {
    clientSecret.withBytes { secret in
        Base64.encode(hmacSHA256(key: secret, Array(username.utf8) + Array(clientID.utf8)))
    }
}
