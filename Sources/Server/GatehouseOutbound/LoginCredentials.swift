// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user name and password for another server.
package struct LoginCredentials: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The name of the account at the other server.
    package let username: String
    /// The account's password in plain text; it never prints.
    package let password: String

    /// Creates credentials.
    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    /// Contains the user name; never the password.
    package var description: String { "LoginCredentials(\(username))" }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
