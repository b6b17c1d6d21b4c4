// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import Foundation

extension UserPoolWriting {
    /// Changes what a pool is kept as, and when it was last changed.
    /// - Returns: the pool as it is now.
    /// - Throws: `ResourceNotFoundException` when there is no such pool, and what `change` throws.
    @discardableResult
    package func changePool(
        _ id: String, at now: Date, _ change: (inout UserPoolRecord) throws -> Void
    ) throws -> UserPoolRecord {
        var pool = try existingPool(id)
        try change(&pool)
        pool.modifiedAt = now
        pool.description.lastModifiedDate = now
        try update(pool)
        return pool
    }
}
