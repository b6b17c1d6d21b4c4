// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import GatehouseWire

extension AWSMobileClientError {
    /// The error of the engine, as far as it is one of this API; `appError` has the others.
    init(_ error: SessionError) {
        switch error {
        case .service(let fault), .renewal(let fault): self.init(fault)
        case .network(let fault), .garbled(let fault): self = .unknown(message: fault.message)
        case .unanswerable(let text), .unknown(let text): self = .unknown(message: text)
        case .noUserPool: self = .userPoolNotConfigured(message: "No user pool is configured.")
        case .noIdentityPool: self = .cognitoIdentityPoolNotConfigured(message: "No identity pool is configured.")
        case .guestsNotAllowed: self = .guestAccessNotAllowed(message: "The identity pool admits no guests.")
        case .configuration(let text, let cure): self = .invalidConfiguration(message: "\(text) \(cure)")
        case .validation(let field, let text, let cure):
            self = .invalidParameter(message: "\(field): \(text) \(cure)")
        case .invalidState(let text, let cure): self = .invalidState(message: "\(text) \(cure)")
        case .passkey(let error): self = .unknown(message: "\(error)")
        case .web(let error): self.init(error)
        case .nothingFederated, .signedOut: self = .notSignedIn(message: "No user is signed in.")
        case .sessionExpired: self = .expiredRefreshToken(message: "The session has expired or was revoked.")
        case .invalidAccountType(let text, let cure): self = .invalidState(message: "\(text) \(cure)")
        case .noDevice: self = .deviceNotRemembered(message: "This device is not remembered.")
        case .storeUnreadable(let trouble), .storeFailed(let trouble):
            self = .internalError(message: trouble.description)
        case .cancelled: self = .unableToSignIn(message: "The session ended during the call.")
        }
    }
}

extension SessionError {
    /// Lets a `switch` name one of the engine's constants.
    fileprivate static func ~= (pattern: SessionError, value: SessionError) -> Bool { pattern == value }
}
