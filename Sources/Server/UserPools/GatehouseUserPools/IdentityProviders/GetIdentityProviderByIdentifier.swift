// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns the identity provider with one of its identifiers.
    package func getIdentityProviderByIdentifier(
        _ request: GetIdentityProviderByIdentifierRequest
    ) async throws(ServiceFault) -> GetIdentityProviderByIdentifierResponse {
        let provider = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            guard let provider = try store.identityProvider(identifiedBy: request.idpIdentifier, inPool: pool.id) else {
                throw ServiceFault(
                    .resourceNotFound, "Identity provider with identifier \(request.idpIdentifier) does not exist.")
            }
            return provider
        }
        return GetIdentityProviderByIdentifierResponse(identityProvider: try await described(provider))
    }
}
