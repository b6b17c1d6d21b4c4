// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

extension IdentityPoolsService {
    /// Unlinks a developer's user from an identity; an identity without any login is disabled.
    /// - Throws: `ResourceNotFoundException`, `ResourceConflictException` when another identity has the user,
    ///   `InvalidParameterException` for another provider.
    package func unlinkDeveloperIdentity(_ request: UnlinkDeveloperIdentityInput) async throws(ServiceFault) {
        try admitAdministrator(to: "UnlinkDeveloperIdentity", onPool: request.identityPoolId)
        let now = pools.clock.now
        try await write { store in
            let pool = try store.existingPool(request.identityPoolId)
            guard pool.description.developerProviderName == request.developerProviderName else {
                throw ServiceFault.unsupportedDeveloperProvider
            }
            let identity = try store.existingIdentity(request.identityId, inPool: pool.id)
            let holder = try store.existingIdentity(ofDeveloperUser: request.developerUserIdentifier, in: pool)
            guard holder.id == identity.id else { throw ServiceFault.developerUserOfOtherIdentity }
            let login = LinkedLogin(
                provider: request.developerProviderName, subject: request.developerUserIdentifier)
            try store.update(identity.without([login], at: now))
        }
    }
}
