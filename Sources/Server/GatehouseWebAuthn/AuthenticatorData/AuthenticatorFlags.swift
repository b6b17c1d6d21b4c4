// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The flags in authenticator data, one byte.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user was present.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: the authenticator verified the user, for example by a PIN or a fingerprint.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: a new credential follows in the data.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extensions follow in the data.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
