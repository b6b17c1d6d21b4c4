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
    /// An omitted block disables its factor; without any block, the pool has no second factors and MFA is off. The
    /// settings for passkeys are no second factor: alone in a request, they change nothing else, and they stay if the
    /// request omits them. The SMS configuration stays, because other messages use it, too.
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

extension SetUserPoolMfaConfigRequest {
    /// Whether the request has the block of a second factor.
    fileprivate var hasFactors: Bool {
        smsMfaConfiguration != nil || softwareTokenMfaConfiguration != nil || emailMfaConfiguration != nil
    }
}

extension UserPoolRecord {
    fileprivate mutating func replaceFactors(by request: SetUserPoolMfaConfigRequest) throws(ServiceFault) {
        if let passkeys = request.webAuthnConfiguration {
            factors.webAuthn = passkeys
            if request.mfaConfiguration == nil, !request.hasFactors { return }
        }
        let requirement = request.mfaConfiguration ?? .off
        guard requirement != .off || !request.hasFactors else {
            throw .invalidParameter(
                "Invalid MFA configuration given, can't turn off MFA and configure an MFA together")
        }
        description.mfaConfiguration = requirement
        if let sms = request.smsMfaConfiguration {
            description.smsConfiguration = sms.smsConfiguration
            description.smsAuthenticationMessage = sms.smsAuthenticationMessage
        }
        factors = PoolFactors(
            usesSMS: request.smsMfaConfiguration != nil,
            usesSoftwareToken: request.softwareTokenMfaConfiguration?.enabled ?? false,
            email: request.emailMfaConfiguration, webAuthn: factors.webAuthn)
    }
}
