// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseWebAuthn
package import GatehouseWire

extension PasskeyRecord {
    /// The credential id in base64url, as the API and WebAuthn options contain it.
    package var wireID: String { Base64URL.encode(credentialID) }

    /// The `PublicKeyCredentialDescriptor` of WebAuthn options: the id, the type and, if known, the transports.
    package var descriptor: WireValue {
        var members: [WireName: WireValue] = [
            "id": .string(wireID), "type": "public-key",
        ]
        if !transports.isEmpty { members["transports"] = .array(transports.map(WireValue.string)) }
        return .object(members)
    }

    /// The stored credential against which the server verifies an assertion.
    package var stored: StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: publicKey, signCount: signCount, isBackupEligible: isBackupEligible,
            userHandle: Self.handle(ofUser: sub))
    }

    /// The method that an assertion proves: that of a roaming authenticator, or of a platform authenticator if
    /// attachment and transports are unknown.
    package var method: AuthenticationMethod {
        let roams = attachment.map { $0 == .crossPlatform }
        let onDevice = transports.isEmpty || !Set(transports).isDisjoint(with: ["internal", "hybrid"])
        return roams ?? !onDevice ? .roamingPasskey : .platformPasskey
    }

    /// Returns the WebAuthn user handle of a user: the bytes of the `sub`.
    fileprivate static func handle(ofUser sub: String) -> [UInt8] { Array(sub.utf8) }
}

extension UserRecord {
    /// The user's WebAuthn user handle: the bytes of the `sub`.
    package var passkeyHandle: [UInt8] { PasskeyRecord.handle(ofUser: sub) }
}
