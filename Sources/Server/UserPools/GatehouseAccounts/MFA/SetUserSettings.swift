// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Enables or disables codes by SMS for the user, in the form that `SetUserMFAPreference` replaced.
    package func setUserSettings(
        _ request: SetUserSettingsRequest
    ) async throws(ServiceFault) -> SetUserSettingsResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let now = clock.now
        try await records.write { store in
            let (user, pool) = (try store.present(user), try store.existingPool(user.poolID))
            let mfa = try LegacyMFAOptions.applied(request.mfaOptions, to: user, in: pool, byAdministrator: false)
            try store.save(mfa, of: user, at: now)
        }
        return SetUserSettingsResponse()
    }
}
