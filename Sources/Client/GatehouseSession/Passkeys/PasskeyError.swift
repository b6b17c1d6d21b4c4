// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why there is no passkey, or no signature by one.
package enum PasskeyError: Error, Sendable, Equatable {
    /// The app has nothing that makes passkeys.
    case noAuthenticator
    /// The person did not want to.
    case cancelled
    /// The person took longer than the service gave them.
    case timedOut
    /// The authenticator has a passkey of the user already, and the service does not want another one.
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
