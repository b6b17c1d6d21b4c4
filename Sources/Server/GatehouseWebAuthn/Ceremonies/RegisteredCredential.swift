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
