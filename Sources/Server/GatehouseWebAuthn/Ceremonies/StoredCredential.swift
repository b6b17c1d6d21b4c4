// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The stored values of a credential that a user signs in with.
package struct StoredCredential: Sendable, Equatable {
    /// The credential id.
    package let id: [UInt8]
    /// The original bytes of the COSE_Key.
    package let publicKey: [UInt8]
    /// The signature counter of the last sign-in; zero for authenticators without one.
    package let signCount: UInt32
    /// Whether the authenticator may synchronise the credential to other devices (flag BE).
    package let isBackupEligible: Bool
    /// The user's id at the authenticator.
    package let userHandle: [UInt8]

    /// Creates the values of a credential.
    package init(id: [UInt8], publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool, userHandle: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.userHandle = userHandle
    }
}
