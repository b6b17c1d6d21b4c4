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

    /// The error that the page reported; a redirect that cannot be read is an error as well.
    private static func refusal(in callback: URL) -> SessionError? {
        do throws(WebSignInError) {
            return try WebCallback(callback).refusal.map { .web(.refused($0)) }
        } catch {
            return .web(error)
        }
    }
}
