// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Gives pools new signing keys; a server that runs on the same data folder signs with them from its next token on.
package struct SigningKeyRotation: Sendable {
    private let poolID: String?
    private let discardsOld: Bool

    /// Names the pool, or all of them with `nil`; `discardsOld` has tokens under the old keys refused at once.
    package init(poolID: String?, discardsOld: Bool) {
        self.poolID = poolID
        self.discardsOld = discardsOld
    }

    /// Rotates, one transaction a pool.
    /// - Returns: the ids of the pools that have new keys.
    /// - Throws: `StartupRefusal` when there is no such pool, or the database does not do it.
    package func run(on process: ServerProcess) async throws -> [String] {
        try await process.maintain { installation in
            let pools = installation.userPools
            do throws(ServiceFault) {
                let ids = if let poolID { [poolID] } else { try await pools.poolIDs() }
                for id in ids { try await pools.rotateSigningKeys(ofPool: id, discardingOld: discardsOld) }
                return ids
            } catch  where error.code == .resourceNotFound {
                throw StartupRefusal(.usage, "There is no user pool \(poolID ?? ""): see the ids with ListUserPools.")
            } catch {
                throw StartupRefusal(.unavailable, "Keys could not be rotated: \(error.cause ?? error)")
            }
        }
    }
}
