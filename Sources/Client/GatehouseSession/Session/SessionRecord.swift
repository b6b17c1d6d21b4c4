// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A stored session: one of four kinds, written and read as a whole.
package enum SessionRecord: Sendable, Equatable, Codable {
    /// A signed-in user, without an identity pool or without credentials yet.
    case userPool(user: SignedInUser)
    /// No signed-in user, credentials of a guest.
    case guest(identity: GrantedIdentity)
    /// Federated with the identity pool alone.
    case federated(login: FederatedLogin, identity: GrantedIdentity)
    /// A signed-in user with credentials.
    case userAndIdentityPool(user: SignedInUser, identity: GrantedIdentity)

    /// The names of the kinds in the stored form.
    enum CodingKeys: CodingKey { case userPool, guest, federated, userAndIdentityPool }

    /// The signed-in user, if there is one.
    package var user: SignedInUser? {
        switch self {
        case .userPool(let user), .userAndIdentityPool(let user, _): user
        case .guest, .federated: nil
        }
    }

    /// The identity, if there is one.
    package var identity: GrantedIdentity? {
        switch self {
        case .guest(let identity), .federated(_, let identity), .userAndIdentityPool(_, let identity): identity
        case .userPool: nil
        }
    }

    /// Whether it is federated with the identity pool alone.
    var isFederated: Bool {
        if case .federated = self { true } else { false }
    }

    /// The record of a user with or without an identity.
    static func signedIn(_ user: SignedInUser, _ identity: GrantedIdentity?) -> SessionRecord {
        identity.map { .userAndIdentityPool(user: user, identity: $0) } ?? .userPool(user: user)
    }

    /// The same record with another user; records without a user stay as they are.
    func replacing(user: SignedInUser) -> SessionRecord {
        self.user == nil ? self : .signedIn(user, identity)
    }
}
