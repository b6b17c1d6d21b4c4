// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a successful authentication, for updating the stored credential.
package struct VerifiedAuthentication: Sendable, Equatable {
    /// The id of the credential that signed.
    package let credentialID: [UInt8]
    /// The authenticator's new signature counter.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
}
