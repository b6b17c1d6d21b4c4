// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Merges the identity of one developer's user into the identity of another user, and disables the first identity.
    /// - Throws: `ResourceNotFoundException`, `ResourceConflictException` when both have different users of one public
    ///   provider, `InvalidParameterException` for another provider or too many logins.
    package func mergeDeveloperIdentities(
        _ request: MergeDeveloperIdentitiesInput
    ) async throws(ServiceFault) -> MergeDeveloperIdentitiesResponse {
        try admitAdministrator(to: "MergeDeveloperIdentities", onPool: request.identityPoolId)
        let now = pools.clock.now
        let id = try await write { store in
            let pool = try store.existingPool(request.identityPoolId)
            guard pool.description.developerProviderName == request.developerProviderName else {
                throw ServiceFault.unsupportedDeveloperProvider
            }
            let source = try store.existingIdentity(ofDeveloperUser: request.sourceUserIdentifier, in: pool)
            let target = try store.existingIdentity(ofDeveloperUser: request.destinationUserIdentifier, in: pool)
            guard source.id != target.id else { return target.id }
            let merged = try IdentityLinking(
                named: nil, logins: [], holders: [target, source], developerProvider: request.developerProviderName
            ).merging(into: target, at: now)
            // The source releases its logins before the destination takes them.
            for identity in merged { try store.update(identity) }
            return target.id
        }
        return MergeDeveloperIdentitiesResponse(identityId: id)
    }
}
