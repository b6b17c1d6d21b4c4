// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto

/// The SHA-1 digest of the bytes, 20 bytes, for names that other services define by it.
///
/// Two texts with the same digest can be made, so it must not protect anything.
package func insecureSHA1(_ bytes: [UInt8]) -> [UInt8] {
    Array(Insecure.SHA1.hash(data: bytes))
}
