// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A device that a user has confirmed, as a pool keeps it.
///
/// A key that was issued and not confirmed is no device: it stands in the token family of the sign-in that it was issued
/// to, so that nobody has to clear away keys that no app ever confirmed.
package struct DeviceRecord: Sendable, Equatable {
    /// How many devices one user may have; one more takes the place of the one that signed in longest ago.
    package static let maximumPerUser = 100
    /// The longest key that is looked for, in characters.
    package static let maximumKeyLength = 55

    /// A sign-in that waits for the device's proof, for an app that carries no session strings.
    package struct WaitingSignIn: Sendable, Equatable {
        /// A keyed hash of the public key that the password was proved with.
        package let publicKeyHash: [UInt8]
        /// The session string, which tells nothing without the server's key.
        package let session: String

        /// Creates the note of a sign-in.
        package init(publicKeyHash: [UInt8], session: String) {
            self.publicKeyHash = publicKeyHash
            self.session = session
        }
    }

    package let poolID: String
    package let sub: String
    /// The region, an underline and a UUID.
    package let key: String
    package let name: String?
    /// Whether the device may stand in for a second factor.
    package var isRemembered: Bool
    /// The SRP salt and verifier of the device's secret, sealed for the device.
    package let sealedVerifier: [UInt8]
    /// Where the device signed in from last.
    package var address: String
    package let createdAt: Date
    package var modifiedAt: Date
    /// When the device signed in last.
    package var authenticatedAt: Date
    package var waiting: WaitingSignIn?

    /// Creates the row of a device.
    package init(
        poolID: String, sub: String, key: String, name: String? = nil, isRemembered: Bool, sealedVerifier: [UInt8],
        address: String, createdAt: Date, modifiedAt: Date, authenticatedAt: Date, waiting: WaitingSignIn? = nil
    ) {
        self.poolID = poolID
        self.sub = sub
        self.key = key
        self.name = name
        self.isRemembered = isRemembered
        self.sealedVerifier = sealedVerifier
        self.address = address
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.authenticatedAt = authenticatedAt
        self.waiting = waiting
    }
}
