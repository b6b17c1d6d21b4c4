// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseSession
import Synchronization

/// The pages that wait for their redirect, and the way in which they are shown.
package final class OpenPages: WebPagePresenter {
    private let visits = Mutex<[PageVisit]>([])
    private let ownPresenter: AppOwned<any HostedUIPresenter>?

    /// Creates the list, which is empty.
    ///
    /// - Parameter presenter: shows the pages; nil for the presenter that the app has chosen for all.
    init(_ presenter: AppOwned<any HostedUIPresenter>? = nil) {
        ownPresenter = presenter
    }

    private var presenter: AppOwned<any HostedUIPresenter>? {
        ownPresenter ?? AWSMobileClient.hostedUIPresenter.map { AppOwned($0) }
    }

    /// Whether the browser can forget a visit; the app's own presenter receives the wish.
    package var offersPrivateSessions: Bool {
        presenter != nil || SystemPages.offersPrivateSessions
    }

    /// Shows a page with the app's presenter, or in the system's way, and waits for the redirect.
    ///
    /// - Throws: why there is none.
    package func show(_ page: WebPage) async throws(WebSignInError) -> URL {
        let visit = PageVisit(page)
        visits.withLock { $0.append(visit) }
        defer { visits.withLock { $0.removeAll { $0 === visit } } }
        if let presenter { return try await show(visit, with: presenter) }
        let context = PageContext.current
        // Unstructured on purpose: an address that the app receives ends the visit while the browser is still awaited.
        let task = Task { await SystemPages.show(visit, context) }
        defer { task.cancel() }
        return try await visit.redirect()
    }

    /// Ends the visit that waits for an address.
    ///
    /// - Returns: false if none does.
    package func receive(_ url: URL) -> Bool {
        guard let visit = visits.withLock({ $0.last { !$0.isOver && $0.page.accepts(url) } }) else { return false }
        return visit.end(.success(url))
    }

    /// Shows a page with the app's presenter, whose completion counts once.
    private func show(
        _ visit: PageVisit,
        with presenter: AppOwned<any HostedUIPresenter>
    ) async throws(WebSignInError) -> URL {
        let page = visit.page
        let hasAnswered = Mutex(false)
        AppCallbacks.start {
            if visit.isOver { return }
            presenter.value.present(
                page.url,
                callbackURLScheme: page.redirect.scheme,
                prefersEphemeralSession: page.isPrivate
            ) { url, error in
                hasAnswered.withLock { $0 = true }
                visit.end(page.result(url, error))
            }
        }
        defer {
            if !hasAnswered.withLock(\.self) { AppCallbacks.start { presenter.value.dismiss() } }
        }
        return try await visit.redirect()
    }
}

extension WebPage {
    /// The result of a visit with the app's presenter.
    fileprivate func result(_ url: URL?, _ error: (any Error)?) -> Result<URL, WebSignInError> {
        if let url {
            return isRedirect(url)
                ? .success(url) : .failure(.unusable("The presenter returned another address than the redirect URI."))
        }
        switch error {
        case nil, is CancellationError, AWSMobileClientError.userCancelledSignIn?: return .failure(.cancelled)
        case let error as WebSignInError: return .failure(error)
        case let error?: return .failure(.thrown(PresenterFailure(error)))
        }
    }
}
