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
