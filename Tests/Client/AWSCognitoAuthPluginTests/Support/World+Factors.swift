// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
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
