// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// An error of an OAuth endpoint (RFC 6749, sections 4.1.2.1 and 5.2).
package struct OAuthRefusal: Sendable, Equatable {
    /// The error code, such as `access_denied`.
    package let code: String
    /// The description; it may be empty.
    package let text: String

    /// Keeps an error; both texts are foreign; they are cut to their bound, without control characters.
    package init(code: String, text: String) {
        self.code = OAuthErrorText.cleaned(code)
        self.text = OAuthErrorText.cleaned(text)
    }
}

/// The reason why a sign-in or a sign-out on the hosted pages failed.
package enum WebSignInError: Error, Sendable, Equatable {
    /// The app has nothing that shows pages.
    case noPresenter
    /// The user cancelled.
    case cancelled
    /// The browser did not return in time.
    case timedOut
    /// The pages could not be shown; the text is for developers.
    case notShown(String)
    /// The window above which the pages should be shown cannot be used.
    case badAnchor
    /// The presenter cannot receive the redirect URI; the text is for developers.
    case badRedirect(String)
    /// The service refused.
    case refused(OAuthRefusal)
    /// The token endpoint refused the code.
    case tokensRefused(OAuthRefusal)
    /// The token endpoint issued an ID token and no access token.
    case noAccessToken
    /// The token endpoint issued neither an ID token nor an access token.
    case noTokens
    /// The callback belongs to another sign-in, or to none.
    case wrongState
    /// The ID token does not repeat the nonce of the sign-in.
    case wrongNonce
    /// The answer is incomplete or malformed; the text is for developers.
    case unusable(String)
    /// The app's presenter failed.
    case thrown(PresenterFailure)

    /// Whether nothing was shown, so that a sign-out does not continue.
    var isOfPresentation: Bool {
        switch self {
        case .noPresenter, .notShown, .badAnchor, .badRedirect: true
        case .cancelled, .timedOut, .refused, .tokensRefused, .noAccessToken, .noTokens, .wrongState, .wrongNonce,
            .unusable, .thrown:
            false
        }
    }
}

/// An error of an app's presenter.
///
/// Two failures are equal if they read the same, because errors cannot be compared.
package struct PresenterFailure: Error, Equatable, CustomStringConvertible {
    /// The presenter's own error.
    package let underlying: any Error

    /// Keeps an error.
    package init(_ underlying: any Error) {
        self.underlying = underlying
    }

    package var description: String { "The presenter of web pages failed. \(underlying)" }

    package static func == (one: Self, other: Self) -> Bool { one.description == other.description }
}
