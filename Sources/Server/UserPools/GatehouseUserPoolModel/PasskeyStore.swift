// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What can be read of passkeys inside a transaction.
package protocol PasskeyReading {
    /// The passkeys of a user, the oldest first.
    func passkeys(ofUser sub: String, inPool poolID: String) throws -> [PasskeyRecord]
}

/// What can be changed of passkeys inside a transaction.
package protocol PasskeyWriting: PasskeyReading {
    /// - Throws: `UserPoolStoreError.taken` when somebody in the pool has a passkey with this id.
    func insert(_ passkey: PasskeyRecord) throws

    /// Writes what a proof changes: counter, copy and last use.
    func update(_ passkey: PasskeyRecord) throws

    /// Removes a passkey of a user.
    /// - Returns: `false` when the user has none with this id.
    func deletePasskey(_ credentialID: [UInt8], ofUser sub: String, inPool poolID: String) throws -> Bool
}
