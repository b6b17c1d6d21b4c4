// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Replaces the factors that a pool demands and offers besides the password.
    ///
    /// An omitted block disables its factor. The SMS configuration stays, because other messages use it, too.
    package func setUserPoolMfaConfig(
        _ request: SetUserPoolMfaConfigRequest
    ) async throws(ServiceFault) -> SetUserPoolMfaConfigResponse {
        let now = clock.now
        let pool = try await records.write { store in
            try store.changePool(request.userPoolId, at: now) { pool in
                try pool.replaceFactors(by: request)
                try pool.checkFactors()
            }
        }
        let printed = GetUserPoolMfaConfigResponse(pool)
        return SetUserPoolMfaConfigResponse(
            smsMfaConfiguration: printed.smsMfaConfiguration,
            softwareTokenMfaConfiguration: printed.softwareTokenMfaConfiguration,
            emailMfaConfiguration: printed.emailMfaConfiguration, mfaConfiguration: printed.mfaConfiguration,
            webAuthnConfiguration: printed.webAuthnConfiguration)
    }
}

extension UserPoolRecord {
    fileprivate mutating func replaceFactors(by request: SetUserPoolMfaConfigRequest) throws(ServiceFault) {
        // An omitted requirement must not disable MFA in a pool that demands or allows it.
        guard let requirement = request.mfaConfiguration ?? (mfa.requirement == .off ? .off : nil) else {
            throw .invalidParameter("[MfaConfiguration] must be one of 'ON', 'OFF', or 'OPTIONAL'.")
        }
        description.mfaConfiguration = requirement
        if let sms = request.smsMfaConfiguration {
            guard let configuration = sms.smsConfiguration else {
                throw .invalidParameter("[SmsConfiguration] is a required member of [SoftwareTokenMfaConfiguration].")
            }
            description.smsConfiguration = configuration
            description.smsAuthenticationMessage = sms.smsAuthenticationMessage
        }
        factors = PoolFactors(
            usesSMS: request.smsMfaConfiguration != nil,
            usesSoftwareToken: request.softwareTokenMfaConfiguration?.enabled ?? false,
            email: request.emailMfaConfiguration, webAuthn: request.webAuthnConfiguration)
    }
}
