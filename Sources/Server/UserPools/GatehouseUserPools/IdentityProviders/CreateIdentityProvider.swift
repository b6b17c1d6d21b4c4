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
    /// Creates an identity provider; where its details need a document of the provider, the server asks for it.
    package func createIdentityProvider(
        _ request: CreateIdentityProviderRequest
    ) async throws(ServiceFault) -> CreateIdentityProviderResponse {
        guard let kind = IdentityProviderKind(request.providerType) else {
            throw .invalidParameter("\(request.providerType.rawValue) is not a type of identity providers.")
        }
        try ProviderName.check(request.providerName, for: kind)
        try ProviderName.check(identifiers: request.idpIdentifiers ?? [])
        try ProviderMapping.check(levels: request.acrMapping, for: kind)
        let pool = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            // Before a request to another server, and again in the transaction.
            try store.checkRoom(forProvider: request.providerName, in: pool)
            return pool
        }
        let mapping = try ProviderMapping.checked(request.attributeMapping, for: kind, in: pool)
        let completed = try await CompletedDetails(request.providerDetails, for: kind, with: pools)
        let now = pools.clock.now
        let provider = IdentityProviderRecord(
            poolID: pool.id, name: request.providerName, kind: kind, attributeMapping: mapping,
            identifiers: request.idpIdentifiers ?? [], levelMapping: request.acrMapping, issuer: completed.issuer,
            sealedDetails: pools.providerDetails.seal(
                completed.details, of: request.providerName, inPool: pool.id),
            createdAt: now, modifiedAt: now)
        try await records.write { store in
            let pool = try store.existingPool(pool.id)
            try store.checkRoom(forProvider: provider.name, in: pool)
            do {
                try store.insert(provider)
            } catch StoreConflict.taken(let identifier) {
                throw ServiceFault.takenIdentifier(identifier)
            }
        }
        return CreateIdentityProviderResponse(identityProvider: try await described(provider))
    }
}

extension UserPoolReading {
    /// Checks that a pool has no provider with a name yet, and room for one.
    ///
    /// - Throws: `DuplicateProviderException`, or `LimitExceededException`.
    fileprivate func checkRoom(forProvider name: String, in pool: UserPoolRecord) throws {
        guard try identityProvider(name, inPool: pool.id) == nil else {
            throw ServiceFault(.duplicateProvider, "A provider with the name \(name) already exists in the user pool.")
        }
        guard try !hasIdentityProviders(IdentityProviderRecord.maximumPerPool, inPool: pool.id) else {
            throw ServiceFault(
                .limitExceeded,
                "A user pool can have at most \(IdentityProviderRecord.maximumPerPool) identity providers.")
        }
    }
}
