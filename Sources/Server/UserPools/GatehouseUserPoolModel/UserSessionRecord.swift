// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A session: a token family as users and administrators see it.
package struct UserSessionRecord: Sendable, Equatable {
    /// The session id: `tkn` and 25 lower-case letters and digits.
    package let id: String
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the session's token family.
    package let familyID: String
    /// The id of the app client that signed in.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The IP address of the last sign-in or token renewal.
    package let address: String
    /// A description of the device of that sign-in or renewal, such as a browser and an operating system.
    package let device: String
    /// The time of the sign-in.
    package let createdAt: Date
    /// The time at which tokens were last issued or renewed.
    package let lastActiveAt: Date
    /// The time at which the token family expires.
    package let expiresAt: Date

    /// Creates the record of a session.
    package init(
        id: String, poolID: String, familyID: String, clientID: String, sub: String, address: String, device: String,
        createdAt: Date, lastActiveAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.familyID = familyID
        self.clientID = clientID
        self.sub = sub
        self.address = address
        self.device = device
        self.createdAt = createdAt
        self.lastActiveAt = lastActiveAt
        self.expiresAt = expiresAt
    }
}
