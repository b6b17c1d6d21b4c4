// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An identity: a guest, or whoever holds one of its logins.
package struct IdentityRecord: Sendable, Equatable {
    /// Where an identity stands.
    ///
    /// From guest there is one way to authenticated, and none leads back from disabled.
    package enum State: String, Sendable {
        case guest
        case authenticated
        /// Lost a merge, or lost its last login.
        case disabled
    }

    package let id: String
    package let poolID: String
    package var state: State
    package var logins: [LinkedLogin]
    package let createdAt: Date
    package var modifiedAt: Date

    /// Creates the row of an identity.
    package init(
        id: String, poolID: String, state: State, logins: [LinkedLogin], createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.state = state
        self.logins = logins
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// A person at an identity provider.
///
/// Within a pool it stands for at most one identity.
package struct LinkedLogin: Sendable, Hashable {
    /// The key of the logins map, in the spelling of ``LoginKey``.
    package let provider: String
    package let subject: String

    /// Creates a login.
    package init(provider: String, subject: String) {
        self.provider = provider
        self.subject = subject
    }
}
