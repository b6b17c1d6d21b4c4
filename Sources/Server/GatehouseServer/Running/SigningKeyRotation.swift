// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseIdentityPools
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Rotates the signing keys of pools; a server on the same data folder uses the new keys from its next token on.
package struct SigningKeyRotation: Sendable {
    private let poolID: String?
    private let discardsOld: Bool

    /// Creates the rotation of one pool, or of all pools with `nil`; with `discardsOld`, tokens of the old keys are
    /// refused at once.
    package init(poolID: String?, discardsOld: Bool) {
        self.poolID = poolID
        self.discardsOld = discardsOld
    }

    /// Rotates the keys, with one transaction for each pool.
    /// - Returns: the ids of the pools with new keys.
    /// - Throws: `StartupRefusal` when the pool does not exist, or when the database fails.
    package func run(on process: ServerProcess) async throws -> [String] {
        try await process.maintain { installation in
            let pools = installation.userPools
            do throws(ServiceFault) {
                let ids = if let poolID { [poolID] } else { try await pools.records.poolIDs() }
                for id in ids { try await pools.keyRotation.rotateSigningKeys(ofPool: id, discardingOld: discardsOld) }
                // Identity tokens have one key for all pools.
                if poolID == nil { try await installation.identityPools.tokens.rotateKey(discardingOld: discardsOld) }
                return ids
            } catch  where error.code == .resourceNotFound {
                throw StartupRefusal(.usage, "There is no user pool \(poolID ?? ""): see the ids with ListUserPools.")
            } catch {
                throw StartupRefusal(
                    .unavailable, "Keys could not be rotated: \(error.cause ?? error). \(Cure.text(for: error))")
            }
        }
    }
}
