// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolReading {
    /// The pool with this id, which keeps events.
    /// - Throws: `ResourceNotFoundException` when there is no such pool, and `UserPoolAddOnNotEnabledException` when it
    ///   keeps none.
    func existingPoolWithEvents(_ id: String) throws -> UserPoolRecord {
        let pool = try existingPool(id)
        guard pool.keepsAuthEvents else {
            throw ServiceFault(
                .userPoolAddOnNotEnabled, "Advanced security is not enabled for user pool \(id).")
        }
        return pool
    }
}
