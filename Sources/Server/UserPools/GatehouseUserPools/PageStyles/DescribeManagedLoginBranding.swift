// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a style of managed login by its id.
    package func describeManagedLoginBranding(
        _ request: DescribeManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> DescribeManagedLoginBrandingResponse {
        let branding = try await records.read { store in
            try store.description(
                of: store.existingBranding(request.managedLoginBrandingId, inPool: request.userPoolId),
                isMerged: request.returnMergedResources ?? false)
        }
        return DescribeManagedLoginBrandingResponse(managedLoginBranding: branding)
    }
}
