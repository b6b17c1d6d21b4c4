// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Creates new signing keys for a pool.
    ///
    /// Tokens that the old keys signed remain valid until they expire: the key set contains the old keys until then,
    /// for verification only. With `discardingOld`, the old keys are deleted at once, and all tokens that they signed
    /// are refused. Refresh tokens remain valid.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func rotateSigningKeys(ofPool id: String, discardingOld: Bool = false) async throws(ServiceFault) {
        _ = try await read { try $0.existingPool(id) }
        let fresh = try await newSigningKeys(forPool: id)
        let now = clock.now
        try await write { store in
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

    /// The ids of all pools, in ascending order.
    package func poolIDs() async throws(ServiceFault) -> [String] {
        var ids: [String] = []
        var page: [String]
        repeat {
            page = try await read { [last = ids.last] store in try store.userPools(after: last, limit: 100).map(\.id) }
            ids += page
        } while !page.isEmpty
        return ids
    }

    /// Generates a key for ID tokens and one for access tokens.
    package func newSigningKeys(forPool id: String) async throws(ServiceFault) -> [SigningKeyRecord] {
        let now = clock.now
        let signingKeys = signingKeys
        return try await compute {
            try [SigningKeyRecord.Use.idTokens, .accessTokens].map { use in
                try signingKeys.generate(use, forPool: id, at: now)
            }
        }
    }
}
