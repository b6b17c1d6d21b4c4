// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

extension UserPools {
    /// Gives a pool new signing keys.
    ///
    /// Tokens under the old ones stay good until they expire: their keys remain in the key set and only verify.
    /// - Throws: `ResourceNotFoundException` when there is no such pool.
    package func rotateSigningKeys(ofPool id: String) async throws(ServiceFault) {
        _ = try await read { try $0.existingPool(id) }
        let fresh = try await newSigningKeys(forPool: id)
        let now = clock.now
        try await write { store in
            for var key in try store.signingKeys(ofPool: id) where key.retiredAt == nil {
                key.retiredAt = now
                try store.update(key)
            }
            for key in fresh { try store.insert(key) }
        }
    }

    /// Makes a key for ID tokens and one for access tokens.
    func newSigningKeys(forPool id: String) async throws(ServiceFault) -> [SigningKeyRecord] {
        let now = clock.now
        let signingKeys = signingKeys
        return try await compute {
            try [SigningKeyRecord.Use.idTokens, .accessTokens].map { use in
                try signingKeys.generate(use, forPool: id, at: now)
            }
        }
    }
}
