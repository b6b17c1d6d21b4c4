// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto
package import GatehouseWire

/// The result of an authenticator, in the JSON forms of WebAuthn Level 3, section 5.1.
package struct PasskeyCredential: Sendable {
    /// The attachment of an authenticator.
    package enum Attachment: String, Sendable {
        case platform
        case crossPlatform = "cross-platform"
    }

    private let id: [UInt8]
    private let attachment: Attachment

    /// A passkey of an authenticator.
    package init(id: [UInt8], attachment: Attachment) {
        self.id = id
        self.attachment = attachment
    }

    /// `RegistrationResponseJSON` of an authenticator that does not vouch for the passkey: the attestation format
    /// `none`.
    package func registration(
        _ authenticatorData: [UInt8], clientDataJSON: [UInt8], transports: [String]
    ) -> WireValue {
        let count = authenticatorData.count
        let (high, low) = (UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count))
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}; the data is 37 to 65,535 bytes long.
        let head: [UInt8] = high == 0 ? [0x58, low] : [0x59, high, low]
        let attestation: [UInt8] =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xA0, 0x68] + Array("authData".utf8) + head + authenticatorData
        return registration(attestationObject: attestation, clientDataJSON: clientDataJSON, transports: transports)
    }

    /// `RegistrationResponseJSON`.
    package func registration(
        attestationObject: [UInt8], clientDataJSON: [UInt8], transports: [String]
    ) -> WireValue {
        json([
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
            "attestationObject": .string(Base64URL.encode(attestationObject)),
            "transports": .array(transports.map(WireValue.string)),
        ])
    }

    /// `AuthenticationResponseJSON`; a user handle that is empty is left out.
    package func assertion(
        _ authenticatorData: [UInt8], clientDataJSON: [UInt8], signature: [UInt8], userHandle: [UInt8]
    ) -> WireValue {
        var response: [WireName: WireValue] = [
            "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
            "authenticatorData": .string(Base64URL.encode(authenticatorData)),
            "signature": .string(Base64URL.encode(signature)),
        ]
        if !userHandle.isEmpty { response["userHandle"] = .string(Base64URL.encode(userHandle)) }
        return json(.object(response))
    }

    private func json(_ response: WireValue) -> WireValue {
        let id = WireValue.string(Base64URL.encode(id))
        return [
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": .string(attachment.rawValue),
            "response": response, "clientExtensionResults": [:],
        ]
    }
}

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
