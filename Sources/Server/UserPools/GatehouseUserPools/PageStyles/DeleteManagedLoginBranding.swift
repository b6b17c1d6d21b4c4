// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a style of managed login with its images.
    package func deleteManagedLoginBranding(
        _ request: DeleteManagedLoginBrandingRequest
    ) async throws(ServiceFault) {
        try await records.write { store in
            let branding = try store.existingBranding(request.managedLoginBrandingId, inPool: request.userPoolId)
            try store.deleteBranding(branding)
        }
    }
}
