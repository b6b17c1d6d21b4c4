// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A credential that an authenticator has proved to have, to be stored.
package struct RegisteredCredential: Sendable, Equatable {
    package let id: [UInt8]
    /// The COSE_Key as it came.
    package let publicKey: [UInt8]
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
    /// The model of the authenticator, 16 bytes; zeros when it does not tell.
    package let aaguid: [UInt8]
}
