// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
package import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// The keys of pools for SAML, each of which is made when it is first needed, and stays.
package struct SAMLKeys: Sendable {
    let pools: UserPools

    /// The keys of an installation's pools.
    package init(_ pools: UserPools) {
        self.pools = pools
    }

    /// Returns the certificate of a pool's key: Base64 of its DER, without line breaks.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool.
    package func certificate(_ use: SAMLKeyRecord.Use, ofPool id: String) async throws(ServiceFault) -> String {
        try await record(use, ofPool: id).certificate
    }

    /// Returns a pool's private key.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool.
    package func key(_ use: SAMLKeyRecord.Use, ofPool id: String) async throws(ServiceFault) -> RSASigningKey {
        let record = try await record(use, ofPool: id)
        do {
            return try RSASigningKey(
                derRepresentation: pools.sealer.open(
                    record.sealedPrivateKey, purpose: .samlKey, context: Self.context(id, record.id)))
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    private func record(_ use: SAMLKeyRecord.Use, ofPool id: String) async throws(ServiceFault) -> SAMLKeyRecord {
        let known = try await pools.records.read { store in try store.samlKey(use, ofPool: store.existingPool(id).id) }
        if let known { return known }
        let new = try await newKey(use, forPool: id)
        return try await pools.records.write { store in
            // Another call may have made one in the meantime, and has already answered with it.
            if let other = try store.samlKey(use, ofPool: store.existingPool(id).id) { return other }
            try store.insert(new)
            return new
        }
    }

    private func newKey(_ use: SAMLKeyRecord.Use, forPool id: String) async throws(ServiceFault) -> SAMLKeyRecord {
        let (sealer, source, now) = (pools.sealer, pools.providers.keys, pools.clock.now)
        let serial = pools.entropy.bytes(16)
        return try await pools.computation.run {
            let key = try source.next()
            let certificate = try SAMLCertificate(of: key, name: id, serial: serial, from: now)
            return SAMLKeyRecord(
                id: key.keyID, poolID: id, use: use,
                sealedPrivateKey: sealer.seal(
                    key.derRepresentation, purpose: .samlKey, context: Self.context(id, key.keyID)),
                certificate: Base64.encode(certificate.der), createdAt: now)
        }
    }

    private static func context(_ poolID: String, _ keyID: String) -> [UInt8] {
        Array("\(poolID)|\(keyID)".utf8)
    }
}
