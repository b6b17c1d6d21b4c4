// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto

/// The SHA-1 digest of the bytes, 20 bytes, for names that other services define by it.
///
/// Two texts with the same digest can be made, so it must not protect anything.
package func insecureSHA1(_ bytes: [UInt8]) -> [UInt8] {
    Array(Insecure.SHA1.hash(data: bytes))
}

/// HMAC-SHA-1 (RFC 2104) of a message, for protocols that prescribe it: one-time codes and OAuth 1.0.
///
/// SHA-1 serves as a pseudo-random function there, not as a hash without collisions.
package func hmacSHA1(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
}
