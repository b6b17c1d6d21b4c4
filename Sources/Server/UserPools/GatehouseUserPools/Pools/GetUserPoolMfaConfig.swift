// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the factors that a pool demands and offers besides the password.
    package func getUserPoolMfaConfig(
        _ request: GetUserPoolMfaConfigRequest
    ) async throws(ServiceFault) -> GetUserPoolMfaConfigResponse {
        GetUserPoolMfaConfigResponse(try await records.read { try $0.existingPool(request.userPoolId) })
    }
}

extension GetUserPoolMfaConfigResponse {
    /// The factors of a pool; disabled factors are omitted.
    init(_ pool: UserPoolRecord) {
        let sms = SmsMfaConfigType(
            smsAuthenticationMessage: pool.description.smsAuthenticationMessage,
            smsConfiguration: pool.description.smsConfiguration)
        self.init(
            smsMfaConfiguration: pool.factors.usesSMS ? sms : nil,
            softwareTokenMfaConfiguration: pool.factors.usesSoftwareToken
                ? SoftwareTokenMfaConfigType(enabled: true) : nil,
            emailMfaConfiguration: pool.factors.email, mfaConfiguration: pool.mfa.requirement,
            webAuthnConfiguration: pool.factors.webAuthn)
    }
}
