// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
public import Foundation
import GatehouseSession

/// Shows pages in the user's browser, and listens on this machine for its return (RFC 8252, section 7.3).
///
/// The redirect URIs of the configuration are `http://localhost:PORT/…`, `http://127.0.0.1:PORT/…` or
/// `http://[::1]:PORT/…`, and the app client has the same ones. The presenter listens on loopback addresses only, while a
/// page is shown. It answers the browser with a short page, and every other request with 404, also one that has not the
/// state of the sign-in.
///
/// A program without a desktop can tell the user the address:
///
/// ```swift
/// let presenter = LoopbackWebSignInPresenter { print("Open \($0)") }
/// try Amplify.add(plugin: AWSCognitoAuthPlugin(webSignIn: presenter))
/// ```
///
/// The user's browser keeps its cookies, so it cannot show pages privately.
public struct LoopbackWebSignInPresenter: WebSignInPresenter {
    /// False: the user's browser keeps its cookies.
    public var offersPrivateSessions: Bool { false }

    private let open: @Sendable (URL) async throws -> Void
    private let browser = LoopbackBrowser()

    /// Makes a presenter that opens pages with `xdg-open`.
    public init() {
        self.init { try await SystemBrowser.open($0) }
    }

    /// Makes a presenter.
    ///
    /// - Parameter open: leads the user to an address. An error ends the call of the app; the plugin waits for the
    ///   browser only after the closure has returned.
    public init(open: @escaping @Sendable (URL) async throws -> Void) {
        self.open = open
    }

    /// Shows a page, and waits until the browser arrives at the redirect URI; for a sign-in, with the page's state.
    ///
    /// - Throws: `WebSignInPresenterError`, also if another program uses the port; the error of `open`; or
    ///   `CancellationError` when the task is cancelled.
    public func present(_ page: WebSignInPage) async throws -> URL {
        let open = open
        do {
            let state = page.purpose == .signIn ? page.url.authorizationState : nil
            return try await browser.visit(returningTo: page.redirectURI, awaiting: state) { try await open(page.url) }
        } catch let error as WebSignInError {
            throw WebSignInPresenterError(error) ?? error
        }
    }
}
#endif
