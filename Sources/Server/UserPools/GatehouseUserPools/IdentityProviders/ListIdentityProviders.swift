// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a pool's identity providers, in the order of their names.
    package func listIdentityProviders(
        _ request: ListIdentityProvidersRequest
    ) async throws(ServiceFault) -> ListIdentityProvidersResponse {
        let page = try await records.page(
            of: "identity providers of \(request.userPoolId)", token: request.nextToken, limit: request.maxResults,
            position: \IdentityProviderRecord.name
        ) { store, after, limit in
            try store.identityProviders(inPool: store.existingPool(request.userPoolId).id, after: after, limit: limit)
        }
        return ListIdentityProvidersResponse(
            providers: page.elements.map { provider in
                ProviderDescription(
                    providerName: provider.name, providerType: provider.kind.word,
                    lastModifiedDate: provider.modifiedAt, creationDate: provider.createdAt)
            },
            nextToken: page.nextToken)
    }
}
