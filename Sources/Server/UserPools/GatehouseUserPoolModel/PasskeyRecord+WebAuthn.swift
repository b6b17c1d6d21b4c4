// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseWebAuthn
package import GatehouseWire

extension PasskeyRecord {
    /// The id as it travels.
    package var wireID: String { Base64URL.encode(credentialID) }

    /// The passkey as options name it: authenticators want to know which ones are meant and where they are.
    package var descriptor: WireValue {
        var members: [WireName: WireValue] = [
            "id": .string(wireID), "type": "public-key",
        ]
        if !transports.isEmpty { members["transports"] = .array(transports.map(WireValue.string)) }
        return .object(members)
    }

    /// What a proof of it is held against.
    package var stored: StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: publicKey, signCount: signCount, isBackupEligible: isBackupEligible,
            userHandle: Self.handle(ofUser: sub))
    }

    /// What a proof of it is: one of a roaming authenticator, or of the device itself where nothing tells otherwise.
    package var method: AuthenticationMethod {
        let roams = attachment.map { $0 == .crossPlatform }
        let onDevice = transports.isEmpty || !Set(transports).isDisjoint(with: ["internal", "hybrid"])
        return roams ?? !onDevice ? .roamingPasskey : .platformPasskey
    }

    /// Under which id authenticators know a user.
    fileprivate static func handle(ofUser sub: String) -> [UInt8] { Array(sub.utf8) }
}

extension UserRecord {
    /// Under which id authenticators know the user.
    package var passkeyHandle: [UInt8] { PasskeyRecord.handle(ofUser: sub) }
}
