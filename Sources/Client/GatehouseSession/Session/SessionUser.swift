// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The signed-in user, as the access token names it.
package struct SessionUser: Sendable, Equatable {
    /// The `username` claim, which may differ from the typed name.
    package let username: String
    /// The `sub` claim.
    package let userID: String

    /// Creates a user.
    package init(username: String, userID: String) {
        self.username = username
        self.userID = userID
    }
}
