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
    /// Adds custom attributes to a pool's schema; they cannot be removed or changed later.
    package func addCustomAttributes(
        _ request: AddCustomAttributesRequest
    ) async throws(ServiceFault) -> AddCustomAttributesResponse {
        let now = clock.now
        try await records.write { store in
            try store.refuseDuringImport(intoPool: request.userPoolId)
            try store.changePool(request.userPoolId, at: now) { pool in
                pool.description.schemaAttributes = try UserPoolSchema.attributes(
                    pool.description.schemaAttributes ?? UserPoolSchema.standard, withCustom: request.customAttributes)
            }
        }
        return AddCustomAttributesResponse()
    }
}
