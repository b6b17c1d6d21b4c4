// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What makes passkeys and signs with them: the platform, a security key, or a program.
///
/// Options and credentials are the JSON forms of WebAuthn Level 3, section 5.1.
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

extension PasskeyAuthenticator? {
    /// What a passkey signs for the service's options, as a text.
    ///
    /// - Throws: `.passkey`; without an authenticator as well.
    func assertion(_ options: String) async throws(SessionError) -> String {
        guard let self else { throw .passkey(.noAuthenticator) }
        do throws(PasskeyError) {
            return String(decoding: try await self.assert(Data(options.utf8)), as: UTF8.self)
        } catch {
            throw .passkey(error)
        }
    }

    /// What a new passkey says of itself.
    ///
    /// - Throws: `.passkey`; without an authenticator as well.
    func registration(_ options: Data) async throws(SessionError) -> Data {
        guard let self else { throw .passkey(.noAuthenticator) }
        do throws(PasskeyError) {
            return try await self.register(options)
        } catch {
            throw .passkey(error)
        }
    }
}
