// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A token whose signature has been checked.
///
/// Only ``UnverifiedJWS/verified(by:)`` makes one.
package struct VerifiedJWS: Sendable {
    /// The payload that the key's owner signed.
    ///
    /// Its times and audience are still to be checked.
    package let payload: [UInt8]
    /// The key that signed.
    package let keyID: String

    init(payload: [UInt8], keyID: String) {
        self.payload = payload
        self.keyID = keyID
    }
}
