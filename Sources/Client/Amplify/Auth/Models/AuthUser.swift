// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A signed-in user.
public protocol AuthUser: Sendable {
    /// The user name.
    var username: String { get }

    /// The user's `sub`.
    var userId: String { get }
}

/// An attribute of a user: a key, such as the e-mail address, and its value.
public struct AuthUserAttribute: Sendable {
    /// The key of the attribute.
    public let key: AuthUserAttributeKey

    /// Its value.
    public let value: String

    /// Makes an attribute.
    public init(_ key: AuthUserAttributeKey, value: String) {
        self.key = key
        self.value = value
    }
}

/// The name of a user's attribute.
public enum AuthUserAttributeKey: Hashable, Sendable {
    case address, birthDate, email, emailVerified, familyName, gender, givenName, locale, middleName, name, nickname
    case phoneNumber, phoneNumberVerified, picture, preferredUsername, profile, sub, updatedAt, website, zoneInfo

    /// An attribute of the user pool's own, without its prefix.
    case custom(String)

    /// An attribute that this library has no name for.
    case unknown(String)
}
