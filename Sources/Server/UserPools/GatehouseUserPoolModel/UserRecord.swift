// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// A user of a pool, as the store keeps it.
package struct UserRecord: Sendable, Equatable {
    /// The SRP salt and verifier of a password, encrypted for the user.
    ///
    /// Two are equal if they are the same password as it was set once, whatever key seals it.
    package struct SealedPassword: Sendable, Equatable {
        /// The encrypted salt and verifier.
        package let sealed: [UInt8]
        /// The time at which the password was set.
        package let setAt: Date
        /// The version, as ``SealedVersion`` describes; `nil` if a release that stored none set the password.
        package let storedVersion: [UInt8]?

        /// The version, stored or not.
        package var version: [UInt8] { storedVersion ?? SealedVersion.first(of: sealed) }

        /// Creates the record of a stored password.
        package init(sealed: [UInt8], setAt: Date, storedVersion: [UInt8]? = nil) {
            self.sealed = sealed
            self.setAt = setAt
            self.storedVersion = storedVersion
        }

        /// Creates the record of a password that is set now.
        package init(new sealed: [UInt8], setAt: Date) {
            self.init(sealed: sealed, setAt: setAt, storedVersion: SealedVersion.first(of: sealed))
        }

        package static func == (one: Self, other: Self) -> Bool {
            one.version == other.version && one.setAt == other.setAt
        }
    }

    private struct Fields: Sendable, Equatable {
        let sub: String
        let poolID: String
        let username: String
        var status: UserStatusType
        var isEnabled: Bool
        var attributes: [String: String]
        var password: SealedPassword?
        var mfa: UserMFA
        let createdAt: Date
        var modifiedAt: Date
    }

    /// The fields in one place: a sign-in has many copies of its user, and each would retain them one by one.
    private var fields: SharedValue<Fields>

    /// The user's id in the pool, a UUID.
    package var sub: String { fields.value.sub }
    /// The id of the user's pool.
    package var poolID: String { fields.value.poolID }
    /// The stored user name; the `sub` in pools with username attributes.
    package var username: String { fields.value.username }
    package var status: UserStatusType {
        get { fields.value.status }
        set { fields.value.status = newValue }
    }
    /// Whether the user may sign in.
    package var isEnabled: Bool {
        get { fields.value.isEnabled }
        set { fields.value.isEnabled = newValue }
    }
    /// The attributes by their names in the API, without `sub`; all values are strings.
    package var attributes: [String: String] {
        get { fields.value.attributes }
        set { fields.value.attributes = newValue }
    }
    /// The password; `nil` for a user without one.
    package var password: SealedPassword? {
        get { fields.value.password }
        set { fields.value.password = newValue }
    }
    /// The second factors and MFA settings.
    package var mfa: UserMFA {
        get { fields.value.mfa }
        set { fields.value.mfa = newValue }
    }
    /// The time at which the user was created.
    package var createdAt: Date { fields.value.createdAt }
    /// The time at which the user's data last changed.
    package var modifiedAt: Date {
        get { fields.value.modifiedAt }
        set { fields.value.modifiedAt = newValue }
    }

    /// Creates the record of a user.
    package init(
        sub: String, poolID: String, username: String, status: UserStatusType, isEnabled: Bool = true,
        attributes: [String: String], password: SealedPassword?, mfa: UserMFA = .none, createdAt: Date,
        modifiedAt: Date
    ) {
        fields = SharedValue(
            Fields(
                sub: sub, poolID: poolID, username: username, status: status, isEnabled: isEnabled,
                attributes: attributes, password: password, mfa: mfa, createdAt: createdAt, modifiedAt: modifiedAt))
    }
}

/// A name with which a user can sign in, in the pool's form for comparisons.
package struct SignInName: Sendable, Hashable {
    /// The source of the name.
    package enum Kind: String, Sendable {
        case username
        case sub
        case email
        case phoneNumber = "phone_number"
        case preferredUsername = "preferred_username"
    }

    package let kind: Kind
    /// The name, in lower case in pools that ignore case.
    ///
    /// A value belongs to one user only, whatever its kind.
    package let value: String

    /// Creates a name whose value is already in comparable form.
    package init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = value
    }
}
