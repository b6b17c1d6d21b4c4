// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import Foundation

extension UserPoolWriting {
    /// Changes a pool and sets its date of last change.
    ///
    /// - Returns: The changed pool.
    /// - Throws: `ResourceNotFoundException` if there is no such pool, and the errors of `change`.
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
