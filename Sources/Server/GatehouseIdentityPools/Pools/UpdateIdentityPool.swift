// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Replaces a pool's settings; an absent member returns to its default, except the developer provider's name, which
    /// never changes once it is set.
    /// - Throws: `ResourceNotFoundException`, `NotAuthorizedException` for a provider of another account,
    ///   `InvalidParameterException`.
    package func updateIdentityPool(_ request: IdentityPool) async throws(ServiceFault) -> IdentityPool {
        try admitAdministrator(to: "UpdateIdentityPool", onPool: request.identityPoolId)
        let wanted = try PoolSettings(deployment: pools.deployment).checked(request)
        let now = pools.clock.now
        return try await write { store in
            var pool = try store.existingPool(wanted.identityPoolId)
            let former = pool.description
            pool.description = try Self.keepingDeveloperProvider(of: former, in: wanted)
            // The name of a stored pool cannot change any more.
            if !former.hasReservedDeveloperProvider { try pool.description.checkDeveloperProvider() }
            pool.modifiedAt = now
            try store.update(pool)
            return pool.description.reading
        }
    }

    private static func keepingDeveloperProvider(
        of current: IdentityPool, in wanted: IdentityPool
    ) throws(ServiceFault) -> IdentityPool {
        guard let name = current.developerProviderName else { return wanted }
        guard wanted.developerProviderName == nil || wanted.developerProviderName == name else {
            throw .invalidParameter("The developer provider name of an identity pool cannot be changed.")
        }
        var kept = wanted
        kept.developerProviderName = name
        return kept
    }
}
