// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// An app's presenter as the engine sees it.
struct AppPresenter: WebPagePresenter {
    let presenter: any WebSignInPresenter

    var offersPrivateSessions: Bool { presenter.offersPrivateSessions }

    func show(_ page: WebPage) async throws(WebSignInError) -> URL {
        do {
            return try await presenter.present(WebSignInPage(page))
        } catch {
            throw WebSignInError(error)
        }
    }
}

extension WebSignInPage {
    fileprivate init(_ page: WebPage) {
        switch page.purpose {
        case .signIn: purpose = .signIn
        case .signOut: purpose = .signOut
        }
        url = page.url
        redirectURI = page.redirect
        isPrivate = page.isPrivate
        presentationAnchor = PresentationAnchor.current
    }
}

extension WebSignInError {
    /// Wraps an error of the app's presenter; it stays available as the cause of the error that the app receives.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as WebSignInError: self = error
        case is CancellationError: self = .cancelled
        case WebSignInPresenterError.cannotPresent(let text): self = .notShown(text)
        case WebSignInPresenterError.invalidPresentationAnchor: self = .badAnchor
        case WebSignInPresenterError.unsupportedRedirectURI(let text): self = .badRedirect(text)
        default: self = .thrown(PresenterFailure(error))
        }
    }
}

/// The presenter of a plugin for which the app has chosen none.
enum DefaultPresenter {
    /// The system's presenter; nil where there is none.
    static var platform: (any WebSignInPresenter)? {
        #if os(iOS) || os(macOS) || os(visionOS)
        return PlatformWebSignInPresenter()
        #elseif os(Linux)
        return LoopbackWebSignInPresenter()
        #else
        return nil
        #endif
    }
}
