// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A new credential after its verification, to be stored.
package struct RegisteredCredential: Sendable, Equatable {
    /// The credential id that the authenticator chose.
    package let id: [UInt8]
    /// The original bytes of the COSE_Key.
    package let publicKey: [UInt8]
    /// The signature counter at the registration; zero for authenticators without one.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
    /// The authenticator's model (AAGUID), 16 bytes; zeros if the authenticator does not reveal it.
    package let aaguid: [UInt8]
}

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

/// The result of a successful authentication, for updating the stored credential.
package struct VerifiedAuthentication: Sendable, Equatable {
    /// The id of the credential that signed.
    package let credentialID: [UInt8]
    /// The authenticator's new signature counter.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
}
