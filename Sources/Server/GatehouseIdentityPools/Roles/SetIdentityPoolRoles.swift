// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityPoolsService {
    /// Replaces a pool's roles and role mappings as a whole.
    ///
    /// Role ARNs are stored unchanged. Once the registry has roles, each must be one of them, and the caller needs the
    /// permission to pass it. No role may differ from one of another pool by its path alone, since the sessions of both
    /// would have the same ARNs.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for invalid roles or mappings, and, except in
    ///   `dev`, for rules on claims that users can set; `NotAuthorizedException` for a role that the caller may not pass, and for a text
    ///   that is not the ARN of a role.
    package func setIdentityPoolRoles(_ request: SetIdentityPoolRolesInput) async throws(ServiceFault) {
        try admitAdministrator(to: "SetIdentityPoolRoles", onPool: request.identityPoolId)
        for role in RoleSettings.arns(request.roles, request.roleMappings) { try await checkPassing(role) }
        let keys = LoginKey(deployment: pools.deployment)
        for (key, mapping) in (request.roleMappings ?? [:]).sorted(by: { $0.key < $1.key }) {
            // The key of a user pool ends in a client id.
            let provider = key.lastIndex(of: ":").map { String(key[..<$0]) } ?? key
            try await checkClaimsOfUsers(mapping.ruleClaims, provider: provider, inPool: request.identityPoolId)
        }
        let now = pools.clock.now
        try await write { store in
            var pool = try store.existingPool(request.identityPoolId)
            try RoleSettings(pool: pool.description, keys: keys).check(request)
            for role in RoleSettings.arns(request.roles, request.roleMappings) {
                try store.checkSessions(of: role, usedBy: pool)
            }
            pool.roles = GetIdentityPoolRolesResponse(
                identityPoolId: pool.id, roles: request.roles, roleMappings: request.roleMappings
            )
            pool.modifiedAt = now
            try store.update(pool)
        }
    }

    /// Checks that a role is registered, if roles are managed, and that the caller may pass it.
    private func checkPassing(_ text: String) async throws(ServiceFault) {
        let trust = RoleTrust(authority: pools.securityTokens.authority)
        // The service has this fault, not one of validation, also for a name instead of an ARN.
        guard let role = RoleARN(text) else { throw .forbidden(role: text) }
        let authority = pools.securityTokens.authority
        let attempt = RefusedAttempt(
            principal: authority.arn(of: context.principal), action: AccessAuthority.passAction, resource: text)
        if case .unknown = try await trust.standing(of: role) {
            throw .forbidden(role: text, RefusedAccess(.roleNotRegistered, attempt))
        }
        let verdict = try await authority.verdictOnPassing(
            text, toService: LoginProvider.cognitoIdentity, by: context.principal, from: context.sourceAddress,
            inRegion: context.region)
        if case .denied(let refusal) = verdict {
            throw .forbidden(role: text, RefusedAccess(refusal.cause, attempt))
        }
    }
}

extension IdentityPoolReading {
    /// The most identity pools whose roles are compared.
    private static var maximumPools: Int { 1_000 }

    /// Checks that no other pool of the region has a role with the same sessions as a new role of the pool.
    /// - Throws: `NotAuthorizedException`.
    fileprivate func checkSessions(of text: String, usedBy pool: IdentityPoolRecord) throws {
        guard let role = RoleARN(text) else { return }
        let pools = try identityPools(inRegion: pool.region, after: nil, limit: Self.maximumPools)
        for other in pools where other.id != pool.id {
            let roles = RoleSettings.arns(other.roles.roles, other.roles.roleMappings).compactMap { RoleARN($0) }
            guard !roles.contains(where: role.sharesSessions) else { throw ServiceFault.forbidden(role: text) }
        }
    }
}
