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
    /// Changes a style of managed login.
    ///
    /// Settings replace the former ones. An image replaces the one with its category and colour mode, and the others
    /// stay, so that a style may be larger than a request; an empty list of images removes all. The server's own style
    /// replaces everything.
    package func updateManagedLoginBranding(
        _ request: UpdateManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> UpdateManagedLoginBrandingResponse {
        guard let poolID = request.userPoolId else { throw .missingParameter("UserPoolId") }
        guard let id = request.managedLoginBrandingId else { throw .missingParameter("ManagedLoginBrandingId") }
        let usesProvidedValues = request.useCognitoProvidedValues ?? false
        try BrandingRecord.check(request.settings, request.assets, usesProvidedValues: usesProvidedValues)
        let assets: BrandingAssets?
        if let given = request.assets { assets = try BrandingAssets(given) } else { assets = nil }
        let now = pools.clock.now
        let changed = try await records.write { store in
            var branding = try store.existingBranding(id, inPool: poolID)
            if usesProvidedValues {
                branding.settings = nil
                branding.assets = []
            }
            branding.settings = request.settings ?? branding.settings
            try assets?.apply(to: &branding)
            branding.usesProvidedValues = branding.settings == nil && branding.assets.isEmpty
            guard request.useCognitoProvidedValues != false || !branding.usesProvidedValues else {
                throw ServiceFault.invalidParameter(
                    "Either UseCognitoProvidedValues or Settings must be provided (but not both).")
            }
            branding.modifiedAt = now
            try store.update(branding, images: assets?.images ?? [])
            return try store.description(of: branding)
        }
        return UpdateManagedLoginBrandingResponse(managedLoginBranding: changed)
    }
}
