// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Replaces the members of an identity provider that the request has; the others keep their values, but the names of
    /// authentication levels, which give access, are removed.
    package func updateIdentityProvider(
        _ request: UpdateIdentityProviderRequest
    ) async throws(ServiceFault) -> UpdateIdentityProviderResponse {
        try ProviderName.checkChangeable(request.providerName)
        if let identifiers = request.idpIdentifiers { try ProviderName.check(identifiers: identifiers) }
        let (pool, present) = try await records.read { store in
            let present = try store.existingIdentityProvider(request.providerName, inPool: request.userPoolId)
            return (try store.existingPool(request.userPoolId), present)
        }
        try ProviderMapping.check(levels: request.acrMapping, for: present.kind)
        let mapping: [String: String]? =
            if let given = request.attributeMapping {
                try ProviderMapping.checked(given, for: present.kind, in: pool)
            } else {
                nil
            }
        let completed: CompletedDetails? =
            if let given = request.providerDetails {
                try await CompletedDetails(
                    given, for: present.kind, former: pools.providerDetails.open(present), with: pools)
            } else {
                nil
            }
        let sealed = completed.map { completed in
            pools.providerDetails.seal(completed.details, of: present.name, inPool: pool.id)
        }
        let now = pools.clock.now
        let changed = try await records.write { store in
            var provider = try store.existingIdentityProvider(present.name, inPool: pool.id)
            // A provider that was deleted and created again in the meantime is another one.
            guard provider.kind == present.kind, provider.createdAt == present.createdAt else {
                throw ServiceFault(.concurrentModification, "The identity provider was changed at the same time.")
            }
            provider.attributeMapping = mapping ?? provider.attributeMapping
            provider.identifiers = request.idpIdentifiers ?? provider.identifiers
            provider.levelMapping = request.acrMapping
            if let completed, let sealed {
                provider.issuer = completed.issuer
                provider.sealedDetails = sealed
            }
            provider.modifiedAt = now
            do {
                try store.update(provider)
            } catch StoreConflict.taken(let identifier) {
                throw ServiceFault.takenIdentifier(identifier)
            }
            return provider
        }
        return UpdateIdentityProviderResponse(identityProvider: try await described(changed))
    }
}
