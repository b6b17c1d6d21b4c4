// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why an authenticator made no passkey or no signature.
package enum PasskeyError: Error, Sendable, Equatable {
    /// The app has nothing that makes passkeys.
    case noAuthenticator
    /// The user cancelled.
    case cancelled
    /// The user exceeded the service's time limit.
    case timedOut
    /// The authenticator already has a passkey of the user, and the service does not allow another one.
    case alreadyRegistered
    /// The authenticator has no passkey that the service would take.
    case noCredential
    /// The service asks for something that the authenticator cannot.
    case notSupported(String)
    /// The authenticator failed; the text is for developers.
    case failed(String)
    /// The app's authenticator failed.
    case thrown(AuthenticatorFailure)
}

/// An error of an app's authenticator.
///
/// Two failures are equal if they read the same, because errors cannot be compared.
package struct AuthenticatorFailure: Error, Equatable, CustomStringConvertible {
    /// The authenticator's own error.
    package let underlying: any Error

    /// Keeps an error.
    package init(_ underlying: any Error) {
        self.underlying = underlying
    }

    package var description: String { "The authenticator failed. \(underlying)" }

    package static func == (one: Self, other: Self) -> Bool { one.description == other.description }
}

/// Whether a sign-in offers a passkey among the first factors, and why it does not.
enum PasskeyOffer: String, Sendable, Codable {
    case offered
    /// The authenticator has no passkey of the user.
    case noCredential
    case noAuthenticator

    /// The error if the user chooses a passkey nevertheless.
    var refusal: PasskeyError {
        switch self {
        case .offered, .noCredential: .noCredential
        case .noAuthenticator: .noAuthenticator
        }
    }
}
