// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A new credential, as its authenticator describes it.
package struct AttestedCredential: Sendable {
    /// The most bytes that the id of a credential has.
    package static let maximumIDBytes = 1_023

    /// The model of the authenticator, 16 bytes; zeros when it does not tell.
    package let aaguid: [UInt8]
    package let id: [UInt8]
    package let publicKey: CredentialPublicKey
    /// The COSE_Key as it came, to be stored.
    package let publicKeyBytes: [UInt8]
}
