// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name of a user's attribute.
public enum AuthUserAttributeKey: Hashable, Sendable {
    case address, birthDate, email, emailVerified, familyName, gender, givenName, locale, middleName, name, nickname
    case phoneNumber, phoneNumberVerified, picture, preferredUsername, profile, sub, updatedAt, website, zoneInfo

    /// An attribute of the user pool's own, without its prefix.
    case custom(String)

    /// An attribute that this library has no name for.
    case unknown(String)
}
