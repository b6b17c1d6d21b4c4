// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire

extension OfferedFactors {
    /// The passkeys with which a sign-in can begin: the user's passkeys for the pool's domain.
    ///
    /// An unknown user name has one decoy passkey or none, always the same.
    func usablePasskeys(
        of user: UserRecord?, typedName: String, in pool: UserPoolRecord, from store: any UserPoolReading
    ) throws -> [PasskeyRecord] {
        // The passkeys are not used if the pool cannot request them.
        guard let settings = try? PasskeySettings(pool, deployment: deployment) else { return [] }
        guard let user else {
            // For an unknown user name, the lookup takes as long as for a user without passkeys.
            _ = try store.passkeys(ofUser: "", inPool: pool.id)
            return decoyPasskeys(of: typedName, in: pool, settings)
        }
        return try store.passkeys(ofUser: user.sub, inPool: pool.id)
            .filter { $0.relyingPartyID == settings.relyingParty.id }
    }

    /// The decoy passkeys of an unknown user name: one for half of the names.
    private func decoyPasskeys(
        of typedName: String, in pool: UserPoolRecord, _ settings: PasskeySettings
    ) -> [PasskeyRecord] {
        let name = Array("\(pool.id)|\(pool.comparable(typedName))".utf8)
        let coin = sealer.mac(name, purpose: .decoyPasskeyCoin)
        guard let first = coin.first, first & 1 == 1 else { return [] }
        return [
            PasskeyRecord(
                poolID: pool.id, sub: "", credentialID: Array(sealer.mac(name, purpose: .decoyPasskey).prefix(16)),
                publicKey: Self.decoyKey, signCount: 0, isBackupEligible: true, isBackedUp: true,
                aaguid: [], relyingPartyID: settings.relyingParty.id, attachment: .platform,
                transports: ["hybrid", "internal"], createdAt: pool.createdAt)
        ]
    }

    /// The key that checks the proofs of decoy passkeys; its secret may be public, because every such proof is refused.
    private static let decoyKey: [UInt8] = {
        let one = [UInt8](repeating: 0, count: 31) + [1]
        guard let key = P256SigningKey(scalar: one) else { preconditionFailure("1 is below the order of the curve") }
        return CBORWriter.bytes(.map(CredentialPublicKey.es256(key.publicKey).map))
    }()
}
