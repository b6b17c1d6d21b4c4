// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a proof of a credential has shown, for the credential's row.
package struct VerifiedAuthentication: Sendable, Equatable {
    package let credentialID: [UInt8]
    /// The counter as it stands now.
    package let signCount: UInt32
    package let flags: AuthenticatorFlags
}
