// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The scenarios for users and their devices.
extension UpdateScenario {
    private static let deviceKey = "us-east-1_5b2b9f0e-3f7e-4b0e-9d5c-0a1b2c3d4e5f"

    /// A user who can have every factor, and a device.
    private static func user(
        _ read: @escaping @Sendable (any UserPoolReading, UserRecord) throws -> WireValue
    ) async throws -> UpdatedObject {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.emailConfiguration = .sample })
        let pool = fixture.poolID
        try await fixture.gatehouse.makeUser(
            "alice", password: PoolFixture.password, inPool: pool,
            attributes: [
                "email": "alice@example.com", "email_verified": "true", "phone_number": "+12025550123",
                "phone_number_verified": "true",
            ])
        let token = try await fixture.accessToken()
        let names: [WireName: WireValue] = [
            "UserPoolId": .string(pool), "Username": "alice", "AccessToken": .string(token),
            "DeviceKey": .string(deviceKey),
        ]
        _ = try await fixture.perform(
            "SetUserPoolMfaConfig",
            [
                "UserPoolId": .string(pool), "MfaConfiguration": "OPTIONAL", "EmailMfaConfiguration": [:],
                "SoftwareTokenMfaConfiguration": ["Enabled": true],
                "SmsMfaConfiguration": ["SmsConfiguration": ["SnsCallerArn": "arn:aws:iam::123456789012:role/sms"]],
                "WebAuthnConfiguration": ["FactorConfiguration": "MULTI_FACTOR_WITH_USER_VERIFICATION"],
            ])
        let now = fixture.gatehouse.clock.now
        try await fixture.anyone.pools.records.write { store in
            var alice = try store.existingUser("alice", in: store.existingPool(pool))
            alice.mfa.softwareToken = UserMFA.SoftwareToken(new: [1], friendlyName: nil, verifiedAt: now)
            try store.update(alice)
            try store.insert(
                DeviceRecord(
                    poolID: pool, sub: alice.sub, key: deviceKey, isRemembered: false, sealedVerifier: [1, 0],
                    address: "192.0.2.1", createdAt: now, modifiedAt: now, authenticatedAt: now))
        }
        return UpdatedObject(fixture: fixture, names: names) {
            try await fixture.anyone.pools.records.read { store in
                try read(store, store.existingUser("alice", in: store.existingPool(pool)))
            }
        }
    }

    private static func preference(_ operation: String) -> UpdateScenario {
        UpdateScenario(
            operation: operation,
            full: [
                "SMSMfaSettings": ["Enabled": true, "PreferredMfa": true],
                "SoftwareTokenMfaSettings": ["Enabled": true, "PreferredMfa": false],
                "EmailMfaSettings": ["Enabled": true, "PreferredMfa": false],
                "WebAuthnMfaSettings": ["Enabled": true],
            ]
        ) {
            try await user { _, alice in
                func settings(_ factor: SecondFactor) -> WireValue {
                    [
                        "Enabled": .bool(alice.mfa.enabled.contains(factor)),
                        "PreferredMfa": .bool(alice.mfa.preferred == factor),
                    ]
                }
                return [
                    "SMSMfaSettings": settings(.sms), "SoftwareTokenMfaSettings": settings(.softwareToken),
                    "EmailMfaSettings": settings(.email),
                    "WebAuthnMfaSettings": ["Enabled": .bool(alice.mfa.usesPasskeys)],
                ]
            }
        }
    }

    private static func device(_ operation: String) -> UpdateScenario {
        UpdateScenario(operation: operation, full: ["DeviceRememberedStatus": "remembered"]) {
            try await user { store, alice in
                let device = try store.existingDevice(deviceKey, of: alice)
                return ["DeviceRememberedStatus": device.isRemembered ? "remembered" : "not_remembered"]
            }
        }
    }

    static let users = [
        preference("AdminSetUserMFAPreference"), preference("SetUserMFAPreference"), device("AdminUpdateDeviceStatus"),
        device("UpdateDeviceStatus"),
    ]

    static let all = pools + clients + objects + users
}
