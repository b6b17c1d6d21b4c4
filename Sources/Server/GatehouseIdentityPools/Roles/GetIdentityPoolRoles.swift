// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Returns a pool's roles and role mappings.
    /// - Throws: `ResourceNotFoundException`.
    package func getIdentityPoolRoles(
        _ request: GetIdentityPoolRolesInput
    ) async throws(ServiceFault) -> GetIdentityPoolRolesResponse {
        try admitAdministrator(to: "GetIdentityPoolRoles", onPool: request.identityPoolId)
        return try await read { try $0.existingPool(request.identityPoolId) }.roles
    }
}
