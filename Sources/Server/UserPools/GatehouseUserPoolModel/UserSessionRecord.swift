// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A family of tokens as the user sees it: somewhere they are signed in.
package struct UserSessionRecord: Sendable, Equatable {
    /// `tkn` and 25 lower-case letters and digits.
    package let id: String
    package let poolID: String
    package let familyID: String
    package let clientID: String
    package let sub: String
    /// The address that the last sign-in or renewal came from.
    package let address: String
    /// What that was made with, such as a browser on a system.
    package let device: String
    package let createdAt: Date
    /// When the tokens were issued or renewed last.
    package let lastActiveAt: Date
    /// When the family ends by itself.
    package let expiresAt: Date

    /// Creates the row of a session.
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
