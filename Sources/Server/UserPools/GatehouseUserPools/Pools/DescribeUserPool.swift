// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a pool with the number of its users.
    package func describeUserPool(
        _ request: DescribeUserPoolRequest
    ) async throws(ServiceFault) -> DescribeUserPoolResponse {
        let description = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            return pool.description(numberOfUsers: try store.numberOfUsers(inPool: pool.id))
        }
        return DescribeUserPoolResponse(userPool: description)
    }
}
