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
