// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Enables or disables codes by SMS for a user, in the form that `AdminSetUserMFAPreference` replaced.
    package func adminSetUserSettings(
        _ request: AdminSetUserSettingsRequest
    ) async throws(ServiceFault) -> AdminSetUserSettingsResponse {
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            let mfa = try LegacyMFAOptions.applied(request.mfaOptions, to: user, in: pool, byAdministrator: true)
            try store.save(mfa, of: user, at: now)
        }
        return AdminSetUserSettingsResponse()
    }
}
