// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(iOS) || os(macOS) || os(visionOS)
package import AuthenticationServices
package import Foundation

/// One window of the system's browser (`ASWebAuthenticationSession`), from its opening to the redirect.
@MainActor
package final class BrowserSession: NSObject {
    private let anchor: ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var continuation: CheckedContinuation<Result<URL, WebSignInError>, Never>?

    private init(anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    /// Shows a page, and waits until the browser arrives at the redirect URI.
    ///
    /// - Parameters:
    ///   - url: the page.
    ///   - redirect: the redirect URI: of a scheme of the app, or `https`.
    ///   - isPrivate: whether the browser forgets the visit.
    ///   - anchor: the window above which the browser appears; nil for any.
    /// - Returns: the address at which the browser arrived.
    /// - Throws: `WebSignInError`, also if the user or the calling task cancels.
    package static func show(
        _ url: URL,
        returningTo redirect: URL,
        isPrivate: Bool,
        above anchor: ASPresentationAnchor?
    ) async throws(WebSignInError) -> URL {
        let callback = try Self.callback(redirect)
        let browser = BrowserSession(anchor: anchor ?? ASPresentationAnchor())
        let result = await withTaskCancellationHandler {
            if Task.isCancelled { return Result<URL, WebSignInError>.failure(.cancelled) }
            return await withCheckedContinuation { browser.start(url, callback, isPrivate: isPrivate, $0) }
        } onCancel: {
            Task { @MainActor in browser.cancel() }
        }
        return try result.get()
    }

    private static func callback(
        _ redirect: URL
    ) throws(WebSignInError) -> ASWebAuthenticationSession.Callback {
        switch redirect.scheme?.lowercased() {
        case "https":
            let path = redirect.path(percentEncoded: false)
            return .https(host: redirect.host() ?? "", path: path.isEmpty ? "/" : path)
        case let scheme? where scheme != "http": return .customScheme(scheme)
        default:
            throw .badRedirect("\(redirect.absoluteString) is neither https nor of a scheme of the app.")
        }
    }

    private func start(
        _ url: URL,
        _ callback: ASWebAuthenticationSession.Callback,
        isPrivate: Bool,
        _ continuation: CheckedContinuation<Result<URL, WebSignInError>, Never>
    ) {
        self.continuation = continuation
        let session = ASWebAuthenticationSession(url: url, callback: callback) { @Sendable url, error in
            // The error is not Sendable, so its meaning is read here.
            let result = url.map { Result<URL, WebSignInError>.success($0) } ?? .failure(Self.meaning(of: error))
            Task { @MainActor in self.finish(result) }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isPrivate
        self.session = session
        if !session.start() {
            finish(.failure(.notShown("The system did not open its browser.")))
        }
    }

    private func cancel() {
        session?.cancel()
        finish(.failure(.cancelled))
    }

    private func finish(_ result: Result<URL, WebSignInError>) {
        continuation?.resume(returning: result)
        (continuation, session) = (nil, nil)
    }

    nonisolated private static func meaning(of error: (any Error)?) -> WebSignInError {
        switch (error as? ASWebAuthenticationSessionError)?.code {
        case .canceledLogin: .cancelled
        case .presentationContextInvalid: .badAnchor
        case .presentationContextNotProvided: .notShown("The call names no window.")
        default: .notShown(error.map { "\($0)" } ?? "The browser returned no address.")
        }
    }
}

extension BrowserSession: ASWebAuthenticationPresentationContextProviding {
    /// The window above which the browser appears.
    package func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
#endif
