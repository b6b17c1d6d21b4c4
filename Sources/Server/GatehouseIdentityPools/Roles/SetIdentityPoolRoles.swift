// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension IdentityPoolsService {
    /// Replaces a pool's roles and role mappings as a whole.
    ///
    /// Role ARNs are stored unchanged. Once the registry has roles, each must be one of them, and the caller needs the
    /// permission to pass it.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for invalid roles or mappings, and for rules on
    ///   claims that users can set; `NotAuthorizedException` for a role that the caller may not pass.
    package func setIdentityPoolRoles(_ request: SetIdentityPoolRolesInput) async throws(ServiceFault) {
        try admitAdministrator(to: "SetIdentityPoolRoles", onPool: request.identityPoolId)
        for role in RoleSettings.arns(request.roles, request.roleMappings) { try await checkPassing(role) }
        let keys = LoginKey(deployment: pools.deployment)
        for (key, mapping) in (request.roleMappings ?? [:]).sorted(by: { $0.key < $1.key }) {
            // The key of a user pool ends in a client id.
            let provider = key.lastIndex(of: ":").map { String(key[..<$0]) } ?? key
            try await refuseClaimsOfUsers(mapping.ruleClaims, provider: provider)
        }
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

    private func checkPassing(_ text: String) async throws(ServiceFault) {
        let trust = RoleTrust(authority: pools.authority)
        guard let role = RoleARN(text) else { return }
        if case .unknown = try await trust.standing(of: role) { throw .forbidden(role: text) }
        let verdict = try await pools.authority.verdict(
            on: "iam:PassRole", resource: text, by: context.principal, from: context.sourceAddress,
            facts: ["iam:PassedToService": [LoginProvider.cognitoIdentity]])
        guard verdict == .allowed else { throw .forbidden(role: text) }
    }
}
