// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWebAuthn

/// A passkey of a user.
package struct PasskeyRecord: Sendable, Equatable {
    /// Passkeys that one user can have.
    package static let maximumPerUser = 20

    package let poolID: String
    package let sub: String
    /// The id that the authenticator gave it; unique in the pool.
    package let credentialID: [UInt8]
    /// The COSE_Key as it came.
    package let publicKey: [UInt8]
    /// The counter of the last proof; zero for authenticators that do not count.
    package var signCount: UInt32
    /// Whether it may be copied to other devices, which never changes.
    package let isBackupEligible: Bool
    /// Whether it was copied, as of the last proof.
    package var isBackedUp: Bool
    /// The model of the authenticator, 16 bytes; zeros when it does not tell.
    package let aaguid: [UInt8]
    /// The domain that it is good for.
    package let relyingPartyID: String
    package let attachment: AuthenticatorAttachment?
    /// Ways to reach the authenticator, such as `internal`.
    package let transports: [String]
    package let createdAt: Date
    package var lastUsedAt: Date?

    /// Creates the row of a passkey.
    package init(
        poolID: String, sub: String, credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32,
        isBackupEligible: Bool, isBackedUp: Bool, aaguid: [UInt8], relyingPartyID: String,
        attachment: AuthenticatorAttachment?, transports: [String], createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.poolID = poolID
        self.sub = sub
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.aaguid = aaguid
        self.relyingPartyID = relyingPartyID
        self.attachment = attachment
        self.transports = transports
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}
