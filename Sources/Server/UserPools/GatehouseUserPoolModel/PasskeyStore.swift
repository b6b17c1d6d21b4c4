// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads passkeys inside a transaction.
package protocol PasskeyReading {
    /// Returns the passkeys of a user, the oldest first.
    func passkeys(ofUser sub: String, inPool poolID: String) throws -> [PasskeyRecord]
}

/// Reads and writes passkeys inside a transaction.
package protocol PasskeyWriting: PasskeyReading {
    /// Adds a passkey.
    ///
    /// - Throws: `StoreConflict.taken` if a passkey in the pool has this id.
    func insert(_ passkey: PasskeyRecord) throws

    /// Updates the signature counter, the backup state and the time of last use.
    func update(_ passkey: PasskeyRecord) throws

    /// Removes a passkey of a user.
    ///
    /// - Returns: `false` if the user has no passkey with this id.
    func deletePasskey(_ credentialID: [UInt8], ofUser sub: String, inPool poolID: String) throws -> Bool
}
