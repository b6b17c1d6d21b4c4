// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWebAuthn

/// A passkey of a user, as the store keeps it.
package struct PasskeyRecord: Sendable, Equatable {
    /// The maximum number of passkeys of a user.
    package static let maximumPerUser = 20

    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The credential id from the authenticator, unique in the pool.
    package let credentialID: [UInt8]
    /// The encoded COSE_Key, as received.
    package let publicKey: [UInt8]
    /// The signature counter of the last assertion; 0 for authenticators without a counter.
    package var signCount: UInt32
    /// Whether the credential may be backed up (flag BE), which never changes.
    package let isBackupEligible: Bool
    /// Whether the credential was backed up at the last assertion (flag BS).
    package var isBackedUp: Bool
    /// The AAGUID, which identifies the authenticator's model: 16 bytes, all zero if unknown.
    package let aaguid: [UInt8]
    /// The relying party id: the domain in which the passkey is valid.
    package let relyingPartyID: String
    /// The kind of authenticator; `nil` if the client did not report it.
    package let attachment: AuthenticatorAttachment?
    /// The authenticator's transports, such as `internal`.
    package let transports: [String]
    /// The time of the registration.
    package let createdAt: Date
    /// The time of the last sign-in with the passkey; `nil` before the first.
    package var lastUsedAt: Date?

    /// Creates the record of a passkey.
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
