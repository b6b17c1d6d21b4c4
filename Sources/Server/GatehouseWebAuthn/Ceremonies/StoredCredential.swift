// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a relying party remembers of a credential that somebody signs in with.
package struct StoredCredential: Sendable, Equatable {
    package let id: [UInt8]
    /// The COSE_Key as it came.
    package let publicKey: [UInt8]
    package let signCount: UInt32
    package let isBackupEligible: Bool
    /// The id under which the authenticator knows the user.
    package let userHandle: [UInt8]

    /// Creates the memory of a credential.
    package init(id: [UInt8], publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool, userHandle: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.userHandle = userHandle
    }
}
