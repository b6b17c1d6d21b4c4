// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AuthError {
    /// The reason why a visit to the hosted pages failed, in the words of this API.
    init(_ error: WebSignInError) {
        switch error {
        case .noPresenter:
            self.init(unshown: "The plugin has nothing that shows web pages")
        case .cancelled:
            self = .service(
                "The user cancelled in the browser",
                AWSCognitoAuthError.userCancelled.suggestion,
                AWSCognitoAuthError.userCancelled
            )
        case .timedOut: self = .service("The browser did not come back in time", "Let the user start again")
        case .notShown(let text): self.init(unshown: text)
        case .badAnchor:
            self = .invalidState("The presentation anchor cannot be used", "Name a window of the app that is shown")
        case .badRedirect(let text):
            self = .configuration(text, "Correct the redirect URI in the configuration and in the app client")
        case .refused(let refusal), .tokensRefused(let refusal):
            let text = refusal.text.isEmpty ? refusal.code : "\(refusal.code): \(refusal.text)"
            self = .service(text, "See the service's message, and the settings of the app client")
        case .noAccessToken, .noTokens:
            self = .service("The service issued no access token", "See the settings of the app client")
        case .wrongState:
            self = .service(
                "The browser came back with the answer to another request",
                "Let the user start again; the answer was not used"
            )
        case .wrongNonce:
            self = .service("The ID token answers another request", "Let the user start again; the token was not used")
        case .unusable(let text): self = .service(text, "Let the user start again")
        case .thrown(let failure): self = .service("\(failure)", "See the underlying error", failure.underlying)
        }
    }

    private init(unshown text: String) {
        self = .service(text, AWSCognitoAuthError.errorLoadingUI.suggestion, AWSCognitoAuthError.errorLoadingUI)
    }
}
