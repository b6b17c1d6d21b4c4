// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Sets which second factors the user has enabled, and which of them is preferred.
    package func setUserMFAPreference(
        _ request: SetUserMFAPreferenceRequest
    ) async throws(ServiceFault) -> SetUserMFAPreferenceResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let preference = MFAPreference(
            sms: request.smsMfaSettings, softwareToken: request.softwareTokenMfaSettings,
            email: request.emailMfaSettings, webAuthn: request.webAuthnMfaSettings)
        let now = clock.now
        try await records.write { store in
            let (user, pool) = (try store.present(user), try store.existingPool(user.poolID))
            try store.save(preference.applied(to: user, in: pool, byAdministrator: false), of: user, at: now)
        }
        return SetUserMFAPreferenceResponse()
    }
}
