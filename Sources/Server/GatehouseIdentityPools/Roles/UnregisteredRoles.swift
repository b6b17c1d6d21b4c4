// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
package import GatehouseWire

/// A role of an identity pool that gives no credentials, because the registry has roles and not this one.
package struct UnregisteredRole: Sendable, Equatable {
    package let identityPoolID: String
    /// The role's ARN as the pool has it.
    package let arn: String
}

extension IdentityPools {
    /// The most identity pools that are looked at.
    private static let maximumPools = 1_000

    /// The roles of the default region's identity pools that give no credentials for want of a registration, in the order
    /// of the pools; none while roles are not managed.
    /// - Throws: the fault of a failing store.
    package func unregisteredRoles() async throws(ServiceFault) -> [UnregisteredRole] {
        let trust = RoleTrust(authority: securityTokens.authority)
        var found: [UnregisteredRole] = []
        for pool in try await listedPools() {
            for text in RoleSettings.arns(pool.roles.roles, pool.roles.roleMappings) {
                guard let role = RoleARN(text), case .unknown = try await trust.standing(of: role) else { continue }
                found.append(UnregisteredRole(identityPoolID: pool.id, arn: text))
            }
        }
        return found
    }

    /// The identity pools of the default region, in the order of their ids.
    func listedPools() async throws(ServiceFault) -> [IdentityPoolRecord] {
        let region = deployment.defaultRegion
        return try await ServiceFault.translating {
            try await store.read { try $0.identityPools(inRegion: region, after: nil, limit: Self.maximumPools) }
        }
    }
}
