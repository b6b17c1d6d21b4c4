// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An authenticator that makes passkeys and signs with them: the platform, a security key, or a program.
///
/// Options and credentials are the JSON forms of WebAuthn Level 3, section 5.1. The task is cancelled when the user's
/// time is over or the app signs out; the answer is not awaited then.
package protocol PasskeyAuthenticator: Sendable {
    /// Makes a passkey.
    ///
    /// - Parameters:
    ///   - options: `PublicKeyCredentialCreationOptionsJSON`.
    ///   - names: the user's names: the user name, and the name typed at the sign-in.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: why there is no passkey.
    func register(_ options: Data, names: [String]) async throws(PasskeyError) -> Data

    /// Signs with a passkey.
    ///
    /// - Parameter options: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: why there is no signature.
    func assert(_ options: Data) async throws(PasskeyError) -> Data

    /// Whether a sign-in offers a passkey to the user.
    ///
    /// - Parameter names: the user's names, as far as the sign-in knows them.
    /// - Returns: false if the authenticator knows that it has no passkey of the user.
    func offersPasskey(to names: [String]) -> Bool
}

extension PasskeyAuthenticator {
    /// Offers a passkey to each user: the client cannot know which passkeys the authenticator has.
    package func offersPasskey(to names: [String]) -> Bool { true }
}
