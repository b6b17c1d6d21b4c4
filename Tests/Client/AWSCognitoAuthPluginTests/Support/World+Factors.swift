// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Testing

extension World {
    static let email = "ada@example.com"
    static let phone = "+12025550123"

    /// The second factors that a pool of a test may have.
    enum Factor: CaseIterable {
        case sms, totp, email
    }

    /// A world whose pool offers or demands second factors, and in which Ada can be sent every kind of code.
    static func withFactors(
        _ requirement: UserPoolMfaType,
        _ factors: Set<Factor>,
        first: [CognitoShapes.AuthFactorType] = [.password],
        aliases: [AliasAttributeType] = []
    ) async throws -> World {
        let gatehouse = try await TestGatehouse()
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let pool = try await service.createUserPool(
            CreateUserPoolRequest(poolName: "test", aliasAttributes: aliases.isEmpty ? nil : aliases))
        let world = try await World(pool: #require(pool.userPool?.id), on: gatehouse)
        let mail = EmailConfigurationType(
            sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/a@example.com",
            emailSendingAccount: .developer
        )
        _ = try await service.updateUserPool(
            UpdateUserPoolRequest(
                userPoolId: world.pool,
                policies: UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: first)),
                autoVerifiedAttributes: [.email],
                emailConfiguration: mail
            )
        )
        let sms = SmsMfaConfigType(
            smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms"))
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: world.pool,
                smsMfaConfiguration: factors.contains(.sms) ? sms : nil,
                softwareTokenMfaConfiguration: requirement == .off
                    ? nil : SoftwareTokenMfaConfigType(enabled: factors.contains(.totp)),
                emailMfaConfiguration: factors.contains(.email) ? EmailMfaConfigType() : nil,
                mfaConfiguration: requirement
            )
        )
        try await world.makeAda(["phone_number": phone, "phone_number_verified": "true"])
        return world
    }

    /// A world in which Ada may sign in with a code in place of her password.
    static func passwordless() async throws -> World {
        try await World.withFactors(.off, [], first: [.password, .emailOtp, .smsOtp])
    }

    /// A world with Ada, whose password is all she needs.
    static func withAda() async throws -> World {
        let world = try await World()
        try await world.makeAda()
        return world
    }

    /// Makes Ada, with an address.
    func makeAda(_ attributes: [String: String] = [:]) async throws {
        let address = ["email": Self.email, "email_verified": "true"]
        try await gatehouse.makeUser(
            "ada",
            password: Self.password,
            inPool: pool,
            attributes: attributes.merging(address) { $1 }
        )
    }

    /// The code that was sent there last.
    func code(to recipient: String) -> String {
        gatehouse.messages(to: recipient).first?.code ?? "none"
    }

    /// The code of a TOTP app for a secret; the clock moves on so that no code repeats.
    func appCode(_ secret: String) -> String {
        gatehouse.clock.advance(by: 60)
        return TOTP(secret: Secret(Base32.decode(secret) ?? [])).code(at: gatehouse.clock.now)
    }
}

extension World {
    /// A world in which Ada may sign in with a passkey for example.com instead of her password, and under aliases.
    static func withPasskeys(aliases: [AliasAttributeType] = []) async throws -> World {
        let world = try await World.withFactors(.off, [], first: [.password, .webAuthn], aliases: aliases)
        _ = try await world.gatehouse.installation.userPools.service(for: world.gatehouse.administration)
            .setUserPoolMfaConfig(
                SetUserPoolMfaConfigRequest(
                    userPoolId: world.pool,
                    mfaConfiguration: .off,
                    webAuthnConfiguration: WebAuthnConfigurationType(relyingPartyId: "example.com")
                )
            )
        return world
    }
}

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
