// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets which second factors a user has enabled, and which of them is preferred.
    package func adminSetUserMFAPreference(
        _ request: AdminSetUserMFAPreferenceRequest
    ) async throws(ServiceFault) -> AdminSetUserMFAPreferenceResponse {
        let preference = MFAPreference(
            sms: request.smsMfaSettings, softwareToken: request.softwareTokenMfaSettings,
            email: request.emailMfaSettings, webAuthn: request.webAuthnMfaSettings)
        let now = clock.now
        try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            let user = try store.existingUser(request.username, in: pool)
            try store.save(preference.applied(to: user, in: pool, byAdministrator: true), of: user, at: now)
        }
        return AdminSetUserMFAPreferenceResponse()
    }
}
