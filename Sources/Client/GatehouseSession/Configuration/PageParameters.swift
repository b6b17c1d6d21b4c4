// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parameters that an app adds to the requests of hosted pages.
package struct PageParameters: Sendable, Equatable {
    /// Further parameters of the authorization request.
    package var signIn: [String: String]
    /// Further parameters in the body of the token requests.
    package var token: [String: String]
    /// All parameters of an external provider's sign-out page; a user pool's page has its own.
    package var signOut: [String: String]

    /// Creates parameters.
    package init(signIn: [String: String] = [:], token: [String: String] = [:], signOut: [String: String] = [:]) {
        self.signIn = signIn
        self.token = token
        self.signOut = signOut
    }
}

extension PageParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // Their values can be secrets.
    package var description: String { "(parameters of pages)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
