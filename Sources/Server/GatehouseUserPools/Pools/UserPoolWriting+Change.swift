// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation

extension UserPoolWriting {
    /// Changes what a pool's description says, and when it was last changed.
    /// - Throws: `ResourceNotFoundException` when there is no such pool, and what `change` throws.
    func changePool(_ id: String, at now: Date, _ change: (inout UserPoolType) throws -> Void) throws {
        var pool = try existingPool(id)
        try change(&pool.description)
        pool.modifiedAt = now
        pool.description.lastModifiedDate = now
        try update(pool)
    }
}
