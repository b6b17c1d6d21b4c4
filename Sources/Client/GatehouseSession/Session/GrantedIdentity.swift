// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An identity of an identity pool with the credentials it was last given.
package struct GrantedIdentity: Sendable, Equatable, Codable {
    /// The identity's id in the identity pool: a region, a colon and a UUID.
    package var identityID: String
    /// The credentials; nil if none were obtained yet, or they were dropped.
    package var credentials: AWSCredentials?

    /// Creates an identity with its credentials.
    package init(identityID: String, credentials: AWSCredentials?) {
        self.identityID = identityID
        self.credentials = credentials
    }

    /// The same identity without credentials.
    var withoutCredentials: GrantedIdentity { GrantedIdentity(identityID: identityID, credentials: nil) }
}
