// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A stored session: one of four kinds, written and read as a whole.
package enum SessionRecord: Sendable, Equatable, Codable {
    /// A signed-in user, without an identity pool or without credentials yet.
    case userPool(user: SignedInUser)
    /// No signed-in user, an identity of a guest.
    case guest(identity: GrantedIdentity)
    /// Federated with the identity pool alone; without an identity if none was obtained yet.
    case federated(login: FederatedLogin, identity: GrantedIdentity?)
    /// A signed-in user with an identity.
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
        case .guest(let identity), .userAndIdentityPool(_, let identity): identity
        case .federated(_, let identity): identity
        case .userPool: nil
        }
    }

    /// The login of a federated session.
    package var login: FederatedLogin? {
        if case .federated(let login, _) = self { login } else { nil }
    }

    /// Whether it is federated with the identity pool alone.
    var isFederated: Bool {
        if case .federated = self { true } else { false }
    }

    /// The record of a user with or without an identity.
    static func signedIn(_ user: SignedInUser, _ identity: GrantedIdentity?) -> SessionRecord {
        identity.map { .userAndIdentityPool(user: user, identity: $0) } ?? .userPool(user: user)
    }

    /// The same record with another identity, or none; nil if nothing is left.
    func replacing(identity: GrantedIdentity?) -> SessionRecord? {
        switch self {
        case .guest: identity.map { .guest(identity: $0) }
        case .federated(let login, _): .federated(login: login, identity: identity)
        case .userPool(let user), .userAndIdentityPool(let user, _): .signedIn(user, identity)
        }
    }

    /// The same record with another user; records without a user stay as they are.
    func replacing(user: SignedInUser) -> SessionRecord {
        self.user == nil ? self : .signedIn(user, identity)
    }
}
