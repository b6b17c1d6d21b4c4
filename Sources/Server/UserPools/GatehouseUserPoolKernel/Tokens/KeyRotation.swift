// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Creates and replaces the signing keys of pools.
package struct KeyRotation: Sendable {
    let records: UserPoolRecords
    let keys: SigningKeys
    let computation: Computation
    let clock: WallClock

    /// Creates new signing keys for a pool.
    ///
    /// Tokens that the old keys signed remain valid until they expire: the key set contains the old keys until then,
    /// for verification only. With `discardingOld`, the old keys are deleted at once, and all tokens that they signed
    /// are refused. Refresh tokens remain valid.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func rotateSigningKeys(ofPool id: String, discardingOld: Bool = false) async throws(ServiceFault) {
        _ = try await records.read { try $0.existingPool(id) }
        let fresh = try await newSigningKeys(forPool: id)
        let now = clock.now
        try await records.write { store in
            for var key in try store.signingKeys(ofPool: id) where key.retiredAt == nil {
                key.retiredAt = now
                try store.update(key)
            }
            try store.deleteSigningKeys(
                ofPool: id,
                retiredBefore: discardingOld
                    ? .distantFuture : now.addingTimeInterval(-SigningKeyRecord.timeInRetirement))
            for key in fresh { try store.insert(key) }
        }
    }

    /// Generates a key for ID tokens and one for access tokens.
    package func newSigningKeys(forPool id: String) async throws(ServiceFault) -> [SigningKeyRecord] {
        let now = clock.now
        return try await computation.run { [keys] in
            try [SigningKeyRecord.Use.idTokens, .accessTokens].map { use in
                try keys.generate(use, forPool: id, at: now)
            }
        }
    }
}
