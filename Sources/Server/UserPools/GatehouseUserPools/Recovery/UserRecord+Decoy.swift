// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel

extension UserRecord {
    /// A user who is not there: the same one each time for the same name, so that their codes are found again.
    static func decoy(named name: String, in pool: UserPoolRecord, sealer: Sealer) -> UserRecord {
        let stable = sealer.mac(Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: "decoy-recovery")
        let sub = Entropy { Array(stable.prefix($0)) }.uuid()
        return UserRecord(
            sub: sub, poolID: pool.id, username: sub, status: .confirmed, attributes: [:], password: nil,
            createdAt: pool.createdAt, modifiedAt: pool.createdAt)
    }
}
