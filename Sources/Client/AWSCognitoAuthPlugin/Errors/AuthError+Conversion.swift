// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseSession
import GatehouseWire

extension AuthError {
    /// Converts the engine's error to this API's error.
    ///
    /// - Parameters:
    ///   - error: the engine's error.
    ///   - call: the kind of call; a few faults have another meaning in another call.
    init(_ error: SessionError, from call: FaultReading) {
        switch error {
        case .service(let fault): self = call.error(for: fault)
        case .network(let fault):
            self = .service(fault.message, "Check the connection and try again", AWSCognitoAuthError.network)
        case .garbled(let fault): self = call.error(forGarbled: fault)
        case .renewal(let fault): self = AuthError(SessionError(fault), from: .session)
        case .unanswerable(let text): self = .service(text, FaultMeaning.advice)
        case .configuration(let text, let cure): self = .configuration(text, cure)
        case .validation(let field, let text, let cure): self = .validation(field, text, cure)
        case .invalidState(let text, let cure): self = .invalidState(text, cure)
        case .passkey(let error): self = AuthError(error)
        case .web(let error): self = AuthError(error)
        case .nothingFederated:
            self = .service("Clearing of federation failed.", "Nothing is federated; sign in, or federate again")
        case .signedOut: self = .signedOut("No user is signed in", "Call signIn first")
        case .sessionExpired:
            self = .sessionExpired("The session has expired or was revoked", "Sign out, and let the user sign in again")
        case .invalidAccountType(let text, let cure):
            self = .service(text, cure, AWSCognitoAuthError.invalidAccountTypeException)
        case .storeUnreadable(let trouble), .storeFailed(let trouble):
            self = .unknown(trouble.description, KeychainStoreError.unknown(trouble.description, trouble))
        case .cancelled: self = .unknown("The call was cancelled", OperationCancelledError())
        case .noDevice: self = .unknown("This installation is no device of the user.")
        case .unknown(let text): self = .unknown(text)
        }
    }
}

extension AuthError {
    /// The reason why there is no passkey, in the words of this API.
    init(_ error: PasskeyError) {
        switch error {
        case .noAuthenticator:
            self = .service(
                "The plugin has nothing that makes passkeys",
                "Make the plugin with an authenticator",
                AWSCognitoAuthError.webAuthnNotSupported
            )
        case .cancelled:
            self = .service(
                "The user cancelled the passkey",
                AWSCognitoAuthError.userCancelled.suggestion,
                AWSCognitoAuthError.userCancelled
            )
        case .timedOut: self = .service("No passkey was shown in time", "Try again")
        case .alreadyRegistered:
            self = .service("The authenticator has a passkey of the user already", "Use that passkey")
        case .noCredential:
            self = .service("The authenticator has no passkey for this sign-in", "Sign in otherwise, and make one")
        case .notSupported(let text):
            self = .service(text, "Use another authenticator", AWSCognitoAuthError.webAuthnNotSupported)
        case .failed(let text): self = .service(text, "Try again, or use another authenticator")
        case .thrown(let failure):
            self = .service("\(failure)", "Try again, or use another authenticator", failure.underlying)
        }
    }
}

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
