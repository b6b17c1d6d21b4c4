// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// A user as a pool keeps them.
package struct UserRecord: Sendable, Equatable {
    /// What the user signs in with, sealed for the user: an SRP salt and verifier.
    package struct SealedPassword: Sendable, Equatable {
        package let sealed: [UInt8]
        package let setAt: Date

        /// Creates a sealed password.
        package init(sealed: [UInt8], setAt: Date) {
            self.sealed = sealed
            self.setAt = setAt
        }
    }

    package let sub: String
    package let poolID: String
    /// The stored user name; the `sub` in pools with username attributes.
    package let username: String
    package var status: UserStatusType
    package var isEnabled: Bool
    /// By wire name, without `sub`; all values travel as strings.
    package var attributes: [String: String]
    package var password: SealedPassword?
    package var mfa: UserMFA
    package let createdAt: Date
    package var modifiedAt: Date

    /// Creates the row of a user.
    package init(
        sub: String, poolID: String, username: String, status: UserStatusType, isEnabled: Bool = true,
        attributes: [String: String], password: SealedPassword?, mfa: UserMFA = .none, createdAt: Date,
        modifiedAt: Date
    ) {
        self.sub = sub
        self.poolID = poolID
        self.username = username
        self.status = status
        self.isEnabled = isEnabled
        self.attributes = attributes
        self.password = password
        self.mfa = mfa
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// A name that stands for a user, in the form in which the pool compares names.
package struct SignInName: Sendable, Hashable {
    /// How the name came to the user.
    package enum Kind: String, Sendable {
        case username
        case sub
        case email
        case phoneNumber = "phone_number"
        case preferredUsername = "preferred_username"
    }

    package let kind: Kind
    /// Lower case in pools that do not tell cases apart.
    ///
    /// One value stands for one user, whatever the kind.
    package let value: String

    /// Creates a name whose value is already in comparable form.
    package init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = value
    }
}
