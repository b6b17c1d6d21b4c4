// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// What a browser gets at the end of a sign-in on the hosted pages: a session, and the code of the authorization request
/// that led to the sign-in.
package struct BrowserReturn: Sendable {
    /// The user that an authorization request expects.
    package enum ExpectedUser: Sendable, Equatable {
        /// The request names no user.
        case anyone
        /// The user with this id.
        case user(String)
        /// The request names a user that no sign-in can be of, such as one of another client.
        case nobody

        /// Returns whether the user with an id is expected.
        package func includes(_ sub: String) -> Bool { self == .anyone || self == .user(sub) }
    }

    /// The app client, whose setting decides how long the session lasts.
    package let client: AppClientRecord
    /// The cookie of the browser's present session, which the new one replaces.
    package let formerCookie: String?
    /// Another user signs in without a session.
    package let expected: ExpectedUser
    /// Returns the request whose code the new session gets at once; `nil` for a session that does not satisfy it.
    package let request: @Sendable (BrowserSessionRecord) -> AuthorizedRequest?

    /// Creates the description of a return.
    package init(
        for client: AppClientRecord, replacing formerCookie: String?, expecting expected: ExpectedUser,
        request: @escaping @Sendable (BrowserSessionRecord) -> AuthorizedRequest?
    ) {
        self.client = client
        self.formerCookie = formerCookie
        self.expected = expected
        self.request = request
    }
}
