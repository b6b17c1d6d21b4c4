// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The three tokens of a signed-in user; they never print.
package struct UserPoolTokens: Sendable, Equatable, Codable {
    /// The id token, a JWT.
    package var idToken: String
    /// The access token, a JWT.
    package var accessToken: String
    /// The refresh token, an opaque text.
    package var refreshToken: String

    /// Creates a set of tokens.
    package init(idToken: String, accessToken: String, refreshToken: String) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }
}

extension UserPoolTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(user pool tokens)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
