// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes the tags with these keys from a pool; unknown keys are ignored.
    package func untagResource(_ request: UntagResourceRequest) async throws(ServiceFault) -> UntagResourceResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(arn: request.resourceArn)
            try store.changePool(pool.id, at: now) { pool in
                for key in request.tagKeys { pool.description.userPoolTags?[key] = nil }
            }
        }
        return UntagResourceResponse()
    }
}
