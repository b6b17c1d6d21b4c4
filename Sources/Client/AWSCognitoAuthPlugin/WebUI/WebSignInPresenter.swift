// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation
import GatehouseSession

/// Shows the hosted pages of a sign-in or a sign-out to the user.
///
/// The plugin has one for each system: on iOS, macOS and visionOS `PlatformWebSignInPresenter`, a window of the system's
/// browser; on Linux `LoopbackWebSignInPresenter`, the user's browser with a listener on this machine. An app can replace
/// it with its own, such as an embedded browser or a program that plays the user in a test.
public protocol WebSignInPresenter: Sendable {
    /// Whether the browser can show pages without the cookies of other visits, and forget them afterwards.
    ///
    /// If it cannot, a sign-in with `preferPrivateSession` asks for credentials (`prompt=login`), and its sign-out shows
    /// the logout page.
    var offersPrivateSessions: Bool { get }

    /// Shows a page, and waits until the browser arrives at the redirect URI.
    ///
    /// The plugin checks the returned address; the presenter need not. The task is cancelled when the user has exceeded
    /// the time limit or the app ends the call; the plugin does not wait for the answer then.
    ///
    /// - Parameter page: the page.
    /// - Returns: the address at which the browser arrived: the redirect URI with the query that the service added.
    /// - Throws: `CancellationError` if the user cancels, `WebSignInPresenterError` if the page cannot be shown, or another
    ///   error if something else fails.
    func present(_ page: WebSignInPage) async throws -> URL
}

extension WebSignInPresenter {
    /// True.
    public var offersPrivateSessions: Bool { true }
}

/// A page for the user's browser.
public struct WebSignInPage: Sendable {
    /// The purpose of a page.
    public enum Purpose: Sendable {
        /// The user signs in.
        case signIn
        /// The browser is signed out, without any input of the user.
        case signOut
    }

    /// The purpose of the page.
    public let purpose: Purpose

    /// The address that the browser opens.
    public let url: URL

    /// The redirect URI at which the visit ends.
    public let redirectURI: URL

    /// Whether the browser should use no cookies of other visits, and forget its own.
    public let isPrivate: Bool

    /// The window that the call names; `nil` if it names none.
    public let presentationAnchor: AuthUIPresentationAnchor?
}

/// The reason why a presenter showed no page.
public enum WebSignInPresenterError: Error, Sendable, Equatable {
    /// The page cannot be shown; the text is for developers.
    case cannotPresent(String)
    /// The window of the call cannot be used.
    case invalidPresentationAnchor
    /// The presenter cannot receive redirects to the redirect URI; the text is for developers.
    case unsupportedRedirectURI(String)
}

extension WebSignInPresenterError {
    /// The failure to show a page in the words of this API; nil for another error.
    init?(_ error: WebSignInError) {
        switch error {
        case .notShown(let text): self = .cannotPresent(text)
        case .badRedirect(let text): self = .unsupportedRedirectURI(text)
        case .badAnchor: self = .invalidPresentationAnchor
        default: return nil
        }
    }
}
