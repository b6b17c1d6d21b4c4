// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseUserPoolModel

extension UserRecord {
    /// Returns a decoy for an unknown user, always the same one for a name, so that its codes are found again.
    package static func decoy(named name: String, in pool: UserPoolRecord, sealer: Sealer) -> UserRecord {
        let stable = sealer.mac(Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: .decoyRecovery)
        let sub = Entropy { Array(stable.prefix($0)) }.uuid()
        return UserRecord(
            sub: sub, poolID: pool.id, username: sub, status: .confirmed, attributes: [:], password: nil,
            createdAt: pool.createdAt, modifiedAt: pool.createdAt)
    }
}
