// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// HMAC-SHA256 of a message (RFC 2104), 32 bytes.
package func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    PlatformCryptoLibrary.hmacSHA256(key: key, message)
}
