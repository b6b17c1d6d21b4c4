// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseWire

extension IdentityPoolsService {
    /// Describes a pool.
    /// - Throws: `ResourceNotFoundException`.
    package func describeIdentityPool(
        _ request: DescribeIdentityPoolInput
    ) async throws(ServiceFault) -> IdentityPool {
        try admitAdministrator(to: "DescribeIdentityPool", onPool: request.identityPoolId)
        return try await read { try $0.existingPool(request.identityPoolId) }.description
    }
}
