// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A page that a user sees in a browser, and the redirect URI at which the visit ends.
package struct WebPage: Sendable, Equatable {
    /// The purpose of a visit.
    package enum Purpose: Sendable {
        case signIn, signOut
    }

    package let purpose: Purpose
    /// The address that the browser opens.
    package let url: URL
    /// The redirect URI.
    package let redirect: URL
    /// Whether the browser should forget the visit.
    package let isPrivate: Bool

    /// The time limit for the user: a sign-in may include a sign-up with a code, a sign-out needs no input.
    var limit: Duration {
        switch purpose {
        case .signIn: .seconds(900)
        case .signOut: .seconds(120)
        }
    }
}

/// Shows web pages to the user: a system's browser, or a program in a test.
package protocol WebPagePresenter: Sendable {
    /// Whether the browser can forget a visit.
    var offersPrivateSessions: Bool { get }

    /// Shows a page, and waits for the redirect.
    ///
    /// The task is cancelled when the user's time is over or the app ends the call; the answer is not awaited then.
    ///
    /// - Returns: the address at which the browser arrived: the redirect URI with a query.
    /// - Throws: why there is none.
    func show(_ page: WebPage) async throws(WebSignInError) -> URL
}
