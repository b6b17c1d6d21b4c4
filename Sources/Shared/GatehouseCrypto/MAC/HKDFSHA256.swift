// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation

/// Derives `count` bytes (at most 8,160) from key material by HKDF-SHA256 (RFC 5869).
package func hkdfSHA256(keyMaterial: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    let key = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: keyMaterial),
        salt: salt,
        info: info,
        outputByteCount: count
    )
    return unsafe key.withUnsafeBytes { unsafe Array($0) }
}
