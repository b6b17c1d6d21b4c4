// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(iOS) || os(macOS) || os(visionOS)
public import Foundation
import GatehouseSession

/// Shows pages in a window of the system's browser (`ASWebAuthenticationSession`), above the window that a call names.
///
/// The redirect URIs of the configuration have a scheme of the app, or are `https` addresses of a domain that is
/// associated with the app (`webcredentials:`).
public struct PlatformWebSignInPresenter: WebSignInPresenter {
    /// Makes a presenter.
    public init() {}

    /// Shows a page, and waits until the browser arrives at the redirect URI.
    ///
    /// - Throws: `CancellationError` if the user cancels, or `WebSignInPresenterError`.
    public func present(_ page: WebSignInPage) async throws -> URL {
        do {
            return try await BrowserSession.show(
                page.url,
                returningTo: page.redirectURI,
                isPrivate: page.isPrivate,
                above: page.presentationAnchor
            )
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw WebSignInPresenterError(error) ?? error
        }
    }
}
#endif
