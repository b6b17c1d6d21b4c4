// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto

/// HMAC-SHA256 of a message (RFC 2104), 32 bytes.
package func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
}
