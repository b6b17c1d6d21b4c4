// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A record that a caller reads next, by the arguments of the method that returns it.
package enum ExpectedRecord: Sendable {
    /// A pool, or its signing keys.
    case userPool(String)
    /// A client.
    case appClient(String)
    /// A user by the `sub`.
    case user(String, inPool: String)
    /// The first groups of a user.
    case groups(ofUser: String, inPool: String, limit: Int)
    /// A token family by its id.
    case tokenFamily(String, inPool: String)
    /// A refresh token by its keyed hash.
    case refreshToken([UInt8])
    /// The tokens of a family that were replaced before a time.
    case replacedTokens(ofFamily: String, inPool: String, before: Date, limit: Int)
    /// A user by a name, or a stand-in.
    case soughtUser(SoughtUser)
    /// The user near a `sub`.
    case userNear(String, inPool: String)
    /// The first groups of the user near a `sub`.
    case groupsOfUserNear(String, inPool: String, limit: Int)
    /// A device of a user.
    case device(String, ofUser: String, inPool: String)
    /// The failed attempts for a subject.
    case failedAttempts(on: [UInt8], inPool: String)
    /// Whether a single-use id was spent.
    case singleUseID(SingleUseID)
}

/// A name whose user is sought, so that the time of the search does not show whether a user has it.
package struct SoughtUser: Sendable {
    /// The typed name, in the form in which the pool compares names.
    package let name: SignInName
    /// The pool of the user.
    package let poolID: String
    /// An id near which the search takes another user if none has the name.
    package let neighbour: String

    /// Creates a search.
    package init(_ name: SignInName, inPool poolID: String, orNear neighbour: String) {
        (self.name, self.poolID, self.neighbour) = (name, poolID, neighbour)
    }
}

/// The row that the search for a name has read.
package enum FoundUser: Sendable, Equatable {
    /// The user with the name.
    case named(UserRecord)
    /// Another user, whose row was read because no user has the name; only its reading has a use.
    case standIn(UserRecord)
    /// Nothing: the pool has no users.
    case none

    /// The user with the name.
    package var user: UserRecord? {
        guard case .named(let user) = self else { return nil }
        return user
    }

    /// The `sub` of the row, of the user or of the other one.
    package var sub: String? {
        switch self {
        case .named(let user), .standIn(let user): user.sub
        case .none: nil
        }
    }
}
