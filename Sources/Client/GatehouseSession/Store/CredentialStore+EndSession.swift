// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension CredentialStore {
    /// Removes the session of some pools, and a sign-in that waits, unless an instance of this process works with them.
    ///
    /// The devices and passkeys of users stay, because they do not belong to the session.
    ///
    /// - Parameter keys: the names of the items of the pools.
    /// - Returns: whether they were removed.
    /// - Throws: `StoreError`; then some may have been removed.
    package func endSession(of keys: StoreKeys) throws(StoreError) -> Bool {
        if StoreUse.isInUse(keys.session, ofStore: name) { return false }
        try removeSession(of: keys)
        return true
    }

    /// Removes the session of some pools, and a sign-in that waits.
    ///
    /// - Throws: `StoreError`; then some may have been removed.
    package func removeSession(of keys: StoreKeys) throws(StoreError) {
        for key in [keys.suspendedSignIn, keys.session] where read(key) != .absent { try remove(key) }
    }
}
