// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension World {
    /// A world whose pool tracks devices, and in which Ada signs in with her name, her address or her number.
    static func withDevices(
        onlyOnPrompt: Bool = false,
        secondFactor: Bool = false,
        functions: PoolFunctions? = nil
    ) async throws -> World {
        let gatehouse =
            if let functions { try await TestGatehouse(triggers: functions) } else { try await TestGatehouse() }
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let sms = SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")
        let answer = try await service.createUserPool(
            CreateUserPoolRequest(
                poolName: "test",
                lambdaConfig: functions?.settings,
                autoVerifiedAttributes: [.email],
                aliasAttributes: [.email, .phoneNumber],
                mfaConfiguration: secondFactor ? .optional : .off,
                deviceConfiguration: DeviceConfigurationType(
                    challengeRequiredOnNewDevice: true,
                    deviceOnlyRememberedOnUserPrompt: onlyOnPrompt
                ),
                smsConfiguration: sms
            )
        )
        let world = try await World(pool: answer.userPool?.id ?? "", on: gatehouse)
        try await world.makeAda(["phone_number": phone, "phone_number_verified": "true"])
        if secondFactor {
            _ = try await service.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    smsMfaSettings: SMSMfaSettingsType(enabled: true, preferredMfa: true),
                    username: "ada",
                    userPoolId: world.pool
                )
            )
        }
        return world
    }

    /// Deletes a device of Ada without the app.
    func forgetDevice(_ key: String) async throws {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        _ = try await service.adminForgetDevice(
            AdminForgetDeviceRequest(userPoolId: pool, username: "ada", deviceKey: key)
        )
    }
}
