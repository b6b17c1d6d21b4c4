// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// The client data that an authenticator signs: `CollectedClientData` of WebAuthn Level 3, section 5.8.1.
package struct ClientData: Sendable {
    /// The two ceremonies, as client data names them.
    package enum Ceremony: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// The JSON.
    package let bytes: [UInt8]

    /// An app is of the origin that belongs to the domain of the relying party, as on Apple's systems.
    package init(_ ceremony: Ceremony, challenge: [UInt8], relyingPartyID: String) {
        let data: WireValue = [
            "type": .string(ceremony.rawValue), "challenge": .string(Base64URL.encode(challenge)),
            "origin": .string("https://\(relyingPartyID)"), "crossOrigin": false,
        ]
        bytes = data.jsonBytes()
    }
}
