// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values that the user enters in a TOTP app.
package struct TOTPSetup: Sendable, Equatable, Codable {
    /// The shared secret, in base32.
    package let sharedSecret: String
    /// The user it is for.
    package let username: String

    /// Creates a set-up.
    package init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }
}

extension TOTPSetup: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(TOTP app of \(username))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
