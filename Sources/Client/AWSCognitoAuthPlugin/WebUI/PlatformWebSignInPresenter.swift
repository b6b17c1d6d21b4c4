// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(iOS) || os(macOS) || os(visionOS)
import Amplify
import AuthenticationServices
public import Foundation

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
        try await BrowserSession.show(page)
    }
}

/// One window of the system's browser, from its opening to the redirect.
@MainActor
private final class BrowserSession: NSObject {
    private let anchor: ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var continuation: CheckedContinuation<URL, any Error>?

    private init(anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    static func show(_ page: WebSignInPage) async throws -> URL {
        let callback = try Self.callback(page.redirectURI)
        let browser = BrowserSession(anchor: page.presentationAnchor ?? ASPresentationAnchor())
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { browser.start(page, callback, $0) }
        } onCancel: {
            Task { @MainActor in browser.cancel() }
        }
    }

    private static func callback(_ redirect: URL) throws -> ASWebAuthenticationSession.Callback {
        switch redirect.scheme?.lowercased() {
        case "https":
            let path = redirect.path(percentEncoded: false)
            return .https(host: redirect.host() ?? "", path: path.isEmpty ? "/" : path)
        case let scheme? where scheme != "http": return .customScheme(scheme)
        default:
            throw WebSignInPresenterError.unsupportedRedirectURI(
                "\(redirect.absoluteString) is neither https nor of a scheme of the app.")
        }
    }

    private func start(
        _ page: WebSignInPage,
        _ callback: ASWebAuthenticationSession.Callback,
        _ continuation: CheckedContinuation<URL, any Error>
    ) {
        self.continuation = continuation
        let session = ASWebAuthenticationSession(url: page.url, callback: callback) { @Sendable url, error in
            // The error is not Sendable, so its meaning is read here.
            let result = url.map { Result<URL, any Error>.success($0) } ?? .failure(Self.meaning(of: error))
            Task { @MainActor in self.finish(result) }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = page.isPrivate
        self.session = session
        if !session.start() {
            finish(.failure(WebSignInPresenterError.cannotPresent("The system did not open its browser.")))
        }
    }

    private func cancel() {
        session?.cancel()
        finish(.failure(CancellationError()))
    }

    private func finish(_ result: Result<URL, any Error>) {
        continuation?.resume(with: result)
        (continuation, session) = (nil, nil)
    }

    nonisolated private static func meaning(of error: (any Error)?) -> any Error {
        switch (error as? ASWebAuthenticationSessionError)?.code {
        case .canceledLogin: CancellationError()
        case .presentationContextInvalid: WebSignInPresenterError.invalidPresentationAnchor
        case .presentationContextNotProvided: WebSignInPresenterError.cannotPresent("The call names no window.")
        default: WebSignInPresenterError.cannotPresent(error.map { "\($0)" } ?? "The browser returned no address.")
        }
    }
}

extension BrowserSession: ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
#endif
