// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolReading {
    /// Returns the pool with an id, if it records events.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool, and `UserPoolAddOnNotEnabledException` if it
    ///   records no events.
    package func existingPoolWithEvents(_ id: String) throws -> UserPoolRecord {
        let pool = try existingPool(id)
        guard pool.keepsAuthEvents else {
            throw ServiceFault(
                .userPoolAddOnNotEnabled, "Advanced security is not enabled for user pool \(id).")
        }
        return pool
    }
}
