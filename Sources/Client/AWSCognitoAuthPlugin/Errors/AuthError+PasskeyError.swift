// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

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
