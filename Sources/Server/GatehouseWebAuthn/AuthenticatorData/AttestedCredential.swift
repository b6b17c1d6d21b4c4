// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The attested credential data of a new credential.
package struct AttestedCredential: Sendable {
    /// The greatest length of a credential id, in bytes.
    package static let maximumIDBytes = 1_023

    /// The authenticator's model (AAGUID), 16 bytes; zeros if the authenticator does not reveal it.
    package let aaguid: [UInt8]
    /// The credential id, at most `maximumIDBytes` bytes.
    package let id: [UInt8]
    package let publicKey: CredentialPublicKey
    /// The original bytes of the COSE_Key, to be stored.
    package let publicKeyBytes: [UInt8]
}
