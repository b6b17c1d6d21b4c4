// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the style of managed login of a client.
    package func describeManagedLoginBrandingByClient(
        _ request: DescribeManagedLoginBrandingByClientRequest
    ) async throws(ServiceFault) -> DescribeManagedLoginBrandingByClientResponse {
        let branding = try await records.read { store in
            let client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            guard let branding = try store.branding(ofClient: client.id, inPool: client.poolID) else {
                throw ServiceFault(.resourceNotFound, "The app client \(client.id) has no branding style.")
            }
            return try store.description(of: branding, isMerged: request.returnMergedResources ?? false)
        }
        return DescribeManagedLoginBrandingByClientResponse(managedLoginBranding: branding)
    }
}
