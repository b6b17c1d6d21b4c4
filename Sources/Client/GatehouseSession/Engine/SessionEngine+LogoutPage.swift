// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension SessionEngine {
    /// Shows the logout page to a user whose browser may still be signed in; no other user sees a browser.
    ///
    /// - Returns: the error with which the sign-out goes on, if the page failed.
    /// - Throws: the error with which the sign-out ends, and the user stays signed in: the user cancelled, unless the
    ///   refresh token is dead in any case, or the page could not be shown.
    func visitLogoutPage() async throws(SessionError) -> SessionError? {
        guard let user = (try? holder.loaded()).flatMap({ holder.caughtUp($0).record })?.user,
            user.method.leavesBrowserSession
        else { return nil }
        guard let configured = configuration.pages else {
            return .configuration(
                "The configuration has no hosted pages any more, so the browser was not signed out.",
                cure: "Keep the block OAuth while users are signed in with the pages."
            )
        }
        let pages = try configured.get()
        guard let presenter else { throw .web(.noPresenter) }
        guard let url = try pages.logoutURL(), let redirect = pages.signOutRedirectURL else { return nil }
        let page = WebPage(purpose: .signOut, url: url, redirect: redirect, isPrivate: false)
        // Of two sign-outs at the same time, the later one shows its page.
        endDialogs()
        do throws(SessionError) {
            let callback = try await show(page, presenter, openDialog())
            return Self.refusal(in: callback)
        } catch {
            switch error {
            case .web(.cancelled): if user.isRefreshTokenDead { return nil } else { throw error }
            case .web(let trouble): if trouble.isOfPresentation { throw error } else { return error }
            default: throw error
            }
        }
    }

    /// Shows the page that signs the browser out, and waits for its redirect; the session stays as it is.
    ///
    /// Nothing is shown to a user whose browser is not signed in, or whose provider has no such page.
    ///
    /// - Parameter parameters: all parameters of an external provider's page; nil for those of the configuration. A user
    ///   pool's page has its own.
    /// - Throws: `SessionError`: the user cancelled, the page could not be shown, or it reported an error.
    package func showSignOutPage(_ parameters: [String: String]? = nil) async throws(SessionError) {
        if let user = try presentRecord()?.user, !user.method.leavesBrowserSession { return }
        guard let page = try signOutPage(parameters, of: requirePages()) else { return }
        guard let presenter else { throw .web(.noPresenter) }
        // Of two sign-outs at the same time, the later one shows its page.
        endDialogs()
        let callback = try await show(page, presenter, openDialog())
        if let error = Self.refusal(in: callback) { throw error }
    }

    private func signOutPage(_ parameters: [String: String]?, of pages: HostedPages) throws(SessionError) -> WebPage? {
        let url: URL
        let redirect: URL
        switch pages.provider {
        case .userPool:
            guard let logout = try pages.logoutURL(), let own = pages.signOutRedirectURL else { return nil }
            (url, redirect) = (logout, own)
        case .external(let addresses):
            guard let address = addresses.signOut else { return nil }
            let parameters = parameters ?? pages.parameters().signOut
            url = try HostedPages.url(address, parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            redirect = try pages.signOutRedirect(parameters)
        }
        return WebPage(purpose: .signOut, url: url, redirect: redirect, isPrivate: false)
    }

    /// The error that the page reported; a redirect that cannot be read is an error as well.
    private static func refusal(in callback: URL) -> SessionError? {
        do throws(WebSignInError) {
            return try WebCallback(callback).refusal.map { .web(.refused($0)) }
        } catch {
            return .web(error)
        }
    }
}
