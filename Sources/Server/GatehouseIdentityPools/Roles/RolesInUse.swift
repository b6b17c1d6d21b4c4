// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseSecurityTokens
package import GatehouseWire

extension IdentityPools {
    private static let pageSize = 500

    /// The roles of the identity pools of all regions: those of their settings and rules, and those of the groups of
    /// user pools whose tokens name the role.
    ///
    /// `groupRoles` reads the roles of a user pool's groups.
    /// - Throws: the fault of a failing store.
    package func rolesInUse(
        groupRoles: (_ userPoolID: String) async throws(ServiceFault) -> [String]
    ) async throws(ServiceFault) -> [PoolRole] {
        var found: Set<PoolRole> = []
        for pool in try await allPools() {
            for (kind, arn) in pool.roles.roles ?? [:] {
                let isForGuests = RoleChoice.Kind(rawValue: kind) == .unauthenticated
                found.insert(PoolRole(identityPoolID: pool.id, arn: arn, isForGuests: isForGuests))
            }
            var arns = RoleSettings.arns(nil, pool.roles.roleMappings)
            for userPool in Self.userPoolsWithGroupRoles(pool) { arns += try await groupRoles(userPool) }
            for arn in arns { found.insert(PoolRole(identityPoolID: pool.id, arn: arn, isForGuests: false)) }
        }
        return found.sorted {
            ($0.identityPoolID, $0.arn, $0.isForGuests ? 1 : 0) < ($1.identityPoolID, $1.arn, $1.isForGuests ? 1 : 0)
        }
    }

    /// The user pools whose ID tokens choose the role, from mapping keys such as
    /// `cognito-idp.us-east-1.amazonaws.com/<pool>:<client>`.
    private static func userPoolsWithGroupRoles(_ pool: IdentityPoolRecord) -> [String] {
        let keys = (pool.roles.roleMappings ?? [:]).filter { $0.value.type == .token }.keys
        let ids = keys.compactMap { key -> String? in
            guard let slash = key.lastIndex(of: "/"), let colon = key.lastIndex(of: ":"), slash < colon else {
                return nil
            }
            return String(key[key.index(after: slash)..<colon])
        }
        return Set(ids).sorted()
    }

    private func allPools() async throws(ServiceFault) -> [IdentityPoolRecord] {
        try await ServiceFault.translating {
            try await store.read { reader in
                var pools: [IdentityPoolRecord] = []
                var page: [IdentityPoolRecord]
                repeat {
                    page = try reader.identityPools(after: pools.last?.id, limit: Self.pageSize)
                    pools += page
                } while page.count == Self.pageSize
                return pools
            }
        }
    }
}
