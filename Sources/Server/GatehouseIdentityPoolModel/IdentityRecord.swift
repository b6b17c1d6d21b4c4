// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// The stored form of an identity: a guest, or the owner of its logins.
package struct IdentityRecord: Sendable, Equatable {
    /// The state of an identity.
    ///
    /// A guest can become authenticated; a disabled identity never leaves its state.
    package enum State: String, Sendable {
        case guest
        case authenticated
        /// Merged into another identity, or without its last login.
        case disabled
    }

    /// The identity's id: the pool's region, a colon and a UUID.
    package let id: String
    /// The id of the identity pool that it belongs to.
    package let poolID: String
    package var state: State
    /// The logins linked to the identity; empty for a guest.
    package var logins: [LinkedLogin]
    /// The time at which the identity was created.
    package let createdAt: Date
    /// The time at which the state or the logins last changed.
    package var modifiedAt: Date
    /// The creation of a guest that has never received credentials or a token; `nil` for every other identity.
    package var unusedSince: Date?

    /// Creates the row of an identity.
    package init(
        id: String, poolID: String, state: State, logins: [LinkedLogin], createdAt: Date, modifiedAt: Date,
        unusedSince: Date? = nil
    ) {
        self.id = id
        self.poolID = poolID
        self.state = state
        self.logins = logins
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.unusedSince = unusedSince
    }
}

/// A user of an identity provider.
///
/// Within a pool, a login is linked to at most one identity.
package struct LinkedLogin: Sendable {
    /// The maximum length of a user's id, in bytes of UTF-8, so that every database can index it.
    package static let maximumSubject = 2_048

    /// The key of the logins map, in the canonical form of ``LoginKey``.
    package let provider: String
    /// The user's id at the provider.
    package let subject: String

    /// Creates a login.
    package init(provider: String, subject: String) {
        self.provider = provider
        self.subject = subject
    }
}

/// Compared by UTF-8 bytes, as the store does: a provider may have users whose ids are the same text only after
/// normalization.
extension LinkedLogin: Hashable {
    package static func == (left: LinkedLogin, right: LinkedLogin) -> Bool {
        WireName(left.subject) == WireName(right.subject) && WireName(left.provider) == WireName(right.provider)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(WireName(provider))
        hasher.combine(WireName(subject))
    }
}
