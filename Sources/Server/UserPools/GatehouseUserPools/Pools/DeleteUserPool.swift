// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a pool with all its contents, unless it has a domain, deletion protection is active or an import runs.
    package func deleteUserPool(_ request: DeleteUserPoolRequest) async throws(ServiceFault) {
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            guard pool.description.deletionProtection != .active else {
                throw ServiceFault.invalidParameter(
                    "The user pool cannot be deleted because deletion protection is activated. "
                        + "Deletion protection must be inactivated first.")
            }
            guard pool.description.domain == nil, pool.description.customDomain == nil else {
                throw ServiceFault.invalidParameter(
                    "User pool cannot be deleted. It has a domain configured that should be deleted first.")
            }
            try store.refuseDuringImport(intoPool: pool.id)
            try store.deleteUserPool(pool.id)
        }
    }
}
