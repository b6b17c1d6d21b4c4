// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A name and a password for another server.
package struct LoginCredentials: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    package let username: String
    package let password: String

    /// Takes a name and its password.
    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    /// Never shows the password.
    package var description: String { "LoginCredentials(\(username))" }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
