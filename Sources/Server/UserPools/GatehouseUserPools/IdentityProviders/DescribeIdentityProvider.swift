// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns an identity provider with its details, among them the client secret.
    package func describeIdentityProvider(
        _ request: DescribeIdentityProviderRequest
    ) async throws(ServiceFault) -> DescribeIdentityProviderResponse {
        let provider = try await records.read { store in
            try store.existingIdentityProvider(request.providerName, inPool: request.userPoolId)
        }
        return DescribeIdentityProviderResponse(identityProvider: try await described(provider))
    }
}
