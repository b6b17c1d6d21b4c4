// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// The client data of a ceremony, written by the browser or app (WebAuthn Level 3, section 5.8.1).
package struct CollectedClientData: Sendable, Equatable {
    /// The largest accepted size; browsers write a few hundred bytes.
    private static let maximumBytes = 16_384

    /// The two ceremonies, with their values of `type` in client data.
    package enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// The ceremony; `nil` for another `type`.
    package let ceremony: Ceremony?
    /// The challenge that the client received with the options.
    package let challenge: [UInt8]
    /// The origin of the page that called WebAuthn, such as `https://example.com`.
    package let origin: String
    /// Whether the page was in a frame of another origin.
    let isCrossOrigin: Bool
    /// The origin of the outermost page; `nil` if the client does not state it.
    package let topOrigin: String?
    /// SHA-256 of the original bytes.
    package let hash: [UInt8]

    /// Reads the JSON as the client wrote it; unknown members are allowed.
    /// - Throws: `malformedClientData`.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard
            bytes.count <= Self.maximumBytes, let object = (try? WireValue(foreignJSON: bytes))?.objectValue,
            let type = object["type"]?.stringValue, let challengeText = object["challenge"]?.stringValue,
            let challenge = Base64URL.decode(challengeText), let origin = object["origin"]?.stringValue
        else { throw .malformedClientData }
        (ceremony, self.challenge, self.origin) = (Ceremony(rawValue: type), challenge, origin)
        isCrossOrigin = try Self.optional(object["crossOrigin"], \.boolValue) ?? false
        topOrigin = try Self.optional(object["topOrigin"], \.stringValue)
        hash = sha256(bytes)
    }

    /// An optional member; a value of another type is an error.
    private static func optional<Value>(
        _ member: WireValue?, _ read: (WireValue) -> Value?
    ) throws(WebAuthnError) -> Value? {
        guard let member else { return nil }
        guard let value = read(member) else { throw .malformedClientData }
        return value
    }
}

/// The values that the relying party requested, for the comparison with the response.
package struct CeremonyExpectation: Sendable, Equatable {
    package let relyingParty: RelyingParty
    /// The random bytes that the relying party sent with its options.
    package let challenge: [UInt8]
    /// Whether the authenticator must verify the user (UV), not only the user's presence (UP).
    package let requiresUserVerification: Bool

    /// Creates the expected values of one ceremony.
    package init(relyingParty: RelyingParty, challenge: [UInt8], requiresUserVerification: Bool) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.requiresUserVerification = requiresUserVerification
    }

    /// Checks the client data: steps 7 to 11 of a registration, 10 to 14 of an authentication.
    func check(
        _ clientData: CollectedClientData, of ceremony: CollectedClientData.Ceremony
    ) throws(WebAuthnError) {
        guard clientData.ceremony == ceremony else { throw .wrongType }
        guard constantTimeEqual(clientData.challenge, challenge) else { throw .wrongChallenge }
        guard relyingParty.allows(origin: clientData.origin) else { throw .wrongOrigin }
        guard !clientData.isCrossOrigin, clientData.topOrigin == nil else { throw .crossOrigin }
    }

    /// Checks the authenticator data: steps 14 to 17 of a registration, 15 to 18 of an authentication.
    func check(_ data: AuthenticatorData) throws(WebAuthnError) {
        guard data.relyingPartyIDHash == relyingParty.idHash else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !requiresUserVerification || data.flags.contains(.userVerified) else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .impossibleBackup
        }
    }
}
