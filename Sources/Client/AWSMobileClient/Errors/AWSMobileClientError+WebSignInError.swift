// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension AWSMobileClientError {
    /// The error of a sign-in or a sign-out on hosted pages.
    init(_ error: WebSignInError) {
        switch error {
        case .noPresenter: self = .errorLoadingPage(message: "There is nothing that shows web pages.")
        case .cancelled: self = .userCancelledSignIn(message: "The user left the page.")
        case .timedOut: self = .errorLoadingPage(message: "The browser did not come back in time.")
        case .notShown(let text), .badRedirect(let text): self = .errorLoadingPage(message: text)
        case .badAnchor:
            self = .errorLoadingPage(message: "The window, above which the page should be shown, cannot be used.")
        case .refused(let refusal): self = .badRequest(message: refusal.both)
        case .tokensRefused(let refusal): self = .unknown(message: refusal.both)
        case .noAccessToken: self = .unknown(message: "The token endpoint issued no access token.")
        case .noTokens:
            self = .idTokenAndAcceessTokenNotIssued(
                message: "The token endpoint issued neither an ID token nor an access token.")
        case .wrongState:
            self = .securityFailed(message: "The browser came back with the answer to another request.")
        case .wrongNonce: self = .securityFailed(message: "The ID token answers another request.")
        case .unusable(let text): self = .unknown(message: text)
        case .thrown(let failure): self = .errorLoadingPage(message: "\(failure)")
        }
    }
}

extension OAuthRefusal {
    /// The error's code, with its description if there is one.
    fileprivate var both: String { text.isEmpty ? code : "\(code): \(text)" }
}
