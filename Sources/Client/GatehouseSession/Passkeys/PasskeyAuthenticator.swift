// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What makes passkeys and signs with them: the platform, a security key, or a program.
///
/// Options and credentials are the JSON forms of WebAuthn Level 3, section 5.1. The task is cancelled when the person's
/// time is over or somebody signs out; nobody waits for the answer then.
package protocol PasskeyAuthenticator: Sendable {
    /// Makes a passkey.
    ///
    /// - Parameter options: `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: why there is no passkey.
    func register(_ options: Data) async throws(PasskeyError) -> Data

    /// Signs with a passkey.
    ///
    /// - Parameter options: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: why there is no signature.
    func assert(_ options: Data) async throws(PasskeyError) -> Data
}
