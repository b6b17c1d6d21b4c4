// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
