// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A confirmed device of a user, as the store keeps it.
///
/// A device key that was issued but not confirmed has no record of its own: only the token family of its sign-in names
/// it, so unconfirmed keys need no separate cleanup.
package struct DeviceRecord: Sendable, Equatable {
    /// The maximum number of devices of a user; one more replaces the device with the oldest sign-in.
    package static let maximumPerUser = 100
    /// The maximum length of a device key in a lookup, in bytes of UTF-8.
    static let maximumKeyLength = 55

    /// A sign-in from an app that sends no session string, until the device has given its proof.
    package struct WaitingSignIn: Sendable, Equatable {
        /// A keyed hash of the SRP public key that the password was proved with.
        package let publicKeyHash: [UInt8]
        /// The session string, unreadable without the server's key.
        package let session: String

        /// Creates the state of a waiting sign-in.
        package init(publicKeyHash: [UInt8], session: String) {
            self.publicKeyHash = publicKeyHash
            self.session = session
        }
    }

    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The device key: the region, an underscore and a UUID.
    package let key: String
    /// The name that the app gave the device; `nil` if it gave none.
    package let name: String?
    /// Whether the device may replace a second factor.
    package var isRemembered: Bool
    /// The SRP salt and verifier of the device's password, encrypted for the device.
    package let sealedVerifier: [UInt8]
    /// The IP address of the device's last sign-in.
    package var address: String
    /// The time of the sign-in that registered the device.
    package let createdAt: Date
    /// The time at which the device was last confirmed or changed.
    package var modifiedAt: Date
    /// The time of the device's last sign-in.
    package var authenticatedAt: Date
    /// The sign-in that waits for this device's proof, if there is one.
    package var waiting: WaitingSignIn?

    /// Creates the record of a device.
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

/// Reads devices inside a transaction.
package protocol DeviceReading {
    /// Returns a user's confirmed device with a key, or `nil`.
    func device(_ key: String, ofUser sub: String, inPool poolID: String) throws -> DeviceRecord?

    /// Returns devices of a user in the order of their keys, beginning after `after`.
    func devices(ofUser sub: String, inPool poolID: String, after key: String?, limit: Int) throws -> [DeviceRecord]
}

/// Reads and writes devices inside a transaction.
package protocol DeviceWriting: DeviceReading {
    /// Adds a device.
    ///
    /// - Throws: `StoreConflict.taken` if the user has a device with this key.
    func insert(_ device: DeviceRecord) throws
    /// Replaces the stored values of a device.
    func update(_ device: DeviceRecord) throws
    /// Removes a device with the refresh tokens and sessions of its sign-ins, and its key from their token families.
    func deleteDevice(_ key: String, ofUser sub: String, inPool poolID: String) throws
}
