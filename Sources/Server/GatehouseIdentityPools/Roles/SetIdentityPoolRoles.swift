// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseWire

extension IdentityPoolsService {
    /// Replaces a pool's roles and role mappings as a whole.
    ///
    /// Role ARNs are stored unchanged.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for invalid roles or mappings.
    package func setIdentityPoolRoles(_ request: SetIdentityPoolRolesInput) async throws(ServiceFault) {
        try admitAdministrator(to: "SetIdentityPoolRoles", onPool: request.identityPoolId)
        let keys = LoginKey(deployment: pools.deployment)
        let now = pools.clock.now
        try await write { store in
            var pool = try store.existingPool(request.identityPoolId)
            try RoleSettings(pool: pool.description, keys: keys).check(request)
            pool.roles = GetIdentityPoolRolesResponse(
                identityPoolId: pool.id, roles: request.roles, roleMappings: request.roleMappings
            )
            pool.modifiedAt = now
            try store.update(pool)
        }
    }
}
