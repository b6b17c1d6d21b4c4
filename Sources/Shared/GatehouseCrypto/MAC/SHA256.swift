// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The SHA-256 digest of the bytes (FIPS 180-4), 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    PlatformCryptoLibrary.sha256(bytes)
}
