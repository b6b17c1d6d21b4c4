// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an authenticator says of the ceremony and of its credential, in one byte of its data.
package struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: somebody was there.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: it was the right person, by a PIN or a body part.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be copied to other devices.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: it has been.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: a new credential follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extensions follow.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
