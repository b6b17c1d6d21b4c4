// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Adds tags to a pool; they replace tags with the same keys.
    package func tagResource(_ request: TagResourceRequest) async throws(ServiceFault) -> TagResourceResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(arn: request.resourceArn)
            try store.changePool(pool.id, at: now) { pool in
                let tags = (pool.description.userPoolTags ?? [:]).merging(request.tags) { $1 }
                guard tags.count <= 50 else {
                    throw ServiceFault.invalidParameter("A user pool can have at most 50 tags.")
                }
                pool.description.userPoolTags = tags
            }
        }
        return TagResourceResponse()
    }
}

extension UserPoolReading {
    /// Returns the pool with an ARN.
    ///
    /// - Throws: `ResourceNotFoundException` if there is none.
    func existingPool(arn: String) throws -> UserPoolRecord {
        let id = arn.split(separator: "/").last.map(String.init) ?? ""
        guard let pool = try userPool(id), pool.description.arn == arn else {
            throw ServiceFault(.resourceNotFound, "Resource \(arn) does not exist.")
        }
        return pool
    }
}
