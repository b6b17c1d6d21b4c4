// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
package import GatehouseWire

/// The error of a call of the engine, or of a missing part of a session.
///
/// Texts are for developers; no case carries a password, a code or a token.
package enum SessionError: Error, Sendable, Equatable {
    /// The service refused; the fault is its own.
    case service(ServiceFault)
    /// No answer arrived: no connection, a broken one, or no answer in time.
    case network(ServiceFault)
    /// The answer is not the service's, or it is not understood.
    case garbled(ServiceFault)
    /// The session that a call needs could not be renewed; the fault is as in `.service` or `.garbled`.
    case renewal(ServiceFault)
    /// The service's challenge lacks a parameter that the answer needs.
    case unanswerable(String)
    /// The configuration does not allow the call.
    case configuration(String, cure: String)
    /// An argument is unusable; the field bears its name in the public API.
    case validation(field: String, String, cure: String)
    /// The call does not fit the present state.
    case invalidState(String, cure: String)
    /// There is no passkey, or none that signs.
    case passkey(PasskeyError)
    /// A sign-in or sign-out on the hosted pages failed.
    case web(WebSignInError)
    /// A federation failed before, and left nothing that could be cleared.
    case nothingFederated
    /// No user is signed in.
    case signedOut
    /// The refresh token was refused permanently; the user must sign in again.
    case sessionExpired
    /// The session has no AWS credentials: no identity pool, or one that admits no guests.
    case invalidAccountType(String, cure: String)
    /// The stored session cannot be read at present; nothing was deleted, the next call tries again.
    case storeUnreadable(StoreError)
    /// The session could not be written to, or removed from, the store.
    case storeFailed(StoreError)
    /// The calling task was cancelled.
    case cancelled
    /// This installation is no device of the signed-in user.
    case noDevice
    /// The service answered something that Cognito does not have.
    case unknown(String)

    /// Sorts a fault by its origin.
    package init(_ fault: ServiceFault) {
        switch fault.origin {
        case .service: self = .service(fault)
        case .garbled: self = .garbled(fault)
        case .transport: self = fault.transportKind == .cancelled ? .cancelled : .network(fault)
        }
    }

    /// Whether the stored session can be read but not understood, so that only replacing it leads on.
    var isDamage: Bool {
        if case .storeUnreadable(let trouble) = self { trouble.activity == .understanding } else { false }
    }

    /// The error of a call that needs a user pool, without one.
    package static var noUserPool: SessionError {
        .configuration("No user pool is configured.", cure: "Add a user pool to the configuration.")
    }

    /// The error of a call for credentials without an identity pool.
    package static var noIdentityPool: SessionError {
        .invalidAccountType(
            "No identity pool is configured, so there are no AWS credentials.",
            cure: "Add an identity pool to the configuration if they are needed."
        )
    }

    static var noCredentials: SessionError {
        .invalidAccountType("The session has no AWS credentials yet.", cure: "Fetch the session again.")
    }

    /// The error of a guest's call for credentials, if the identity pool refuses guests.
    package static var guestsNotAllowed: SessionError {
        .invalidAccountType(
            "The identity pool admits no guests.",
            cure: "Sign in, or allow unauthenticated identities in the identity pool."
        )
    }

    static var federated: SessionError {
        .invalidState(
            "The session is federated with the identity pool alone; there is no user.",
            cure: "Clear the federation and sign in with the user pool."
        )
    }
}
