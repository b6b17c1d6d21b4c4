// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ConfirmDeviceTests {
    private static let invalidKey = "Invalid device key given."
    private static let missing = "Device does not exist."

    @Test func `a pool without device tracking gives no key`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        #expect(tokens.newDeviceMetadata == nil)
        let claims = try UnverifiedJWS(tokens.accessToken ?? "").payload
        #expect(!String(decoding: claims, as: UTF8.self).contains("device_key"))
    }

    @Test func `each sign-in gets a key of its own, and all have the pool's group`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (first, second) = (try TestDevice(try await fixture.tokens()), try TestDevice(try await fixture.tokens()))
        #expect(first.key != second.key && first.groupKey == second.groupKey)
        let form = /us-east-1_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
        #expect(first.key.wholeMatch(of: form) != nil)
        #expect(first.groupKey.wholeMatch(of: /-[A-Za-z0-9]{8}/) != nil)
        let other = try await PoolFixture.tracking(on: fixture.gatehouse)
        #expect(try TestDevice(try await other.tokens()).groupKey != first.groupKey)
    }

    @Test func `the access token names the device, the ID token does not`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let key = tokens.newDeviceMetadata?.deviceKey
        let payloads = try [tokens.accessToken, tokens.idToken].map { token in
            try WireValue(json: Data(try UnverifiedJWS(token ?? "").payload)).objectValue
        }
        #expect(payloads.map { $0?["device_key"]?.stringValue } == [key, nil])
    }

    @Test(arguments: [(false, "remembered"), (true, "not_remembered")])
    func `a confirmed device is remembered at once, or when the user says so`(
        _ onPrompt: Bool, _ status: String
    ) async throws {
        let fixture = try await PoolFixture.tracking(onPrompt: onPrompt)
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        let answer = try await fixture.confirm(device, token: tokens.accessToken)
        #expect(answer.userConfirmationNecessary == onPrompt)
        let told = try await fixture.administrator.adminGetDevice(
            AdminGetDeviceRequest(deviceKey: device.key, userPoolId: fixture.poolID, username: "alice")
        ).device.deviceAttributes?.values
        #expect(told?["dev:device_remembered_status"] == status)
    }

    @Test func `a key that was not confirmed is no device`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        #expect(try await fixture.devices(token: tokens.accessToken).isEmpty)
        let refusal = try await fault { _ = try await fixture.device(device.key, token: tokens.accessToken) }
        #expect(refusal?.code == .resourceNotFound && refusal?.message == Self.missing)
    }

    @Test func `a key is confirmed once`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        let refusal = try await fault { try await fixture.confirm(device, token: tokens.accessToken) }
        #expect(refusal?.code == .invalidParameter && refusal?.message == Self.invalidKey)
    }

    @Test func `of many confirmations at the same time one succeeds`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        let refusals = try await faults(8) { _ in try await fixture.confirm(device, token: tokens.accessToken) }
        #expect(refusals.count { $0 == nil } == 1)
    }

    @Test func `the key of another sign-in, user or pool, and a made-up one, cannot be confirmed`() async throws {
        let fixture = try await PoolFixture.tracking()
        try await fixture.makeUser("bob")
        let other = try await PoolFixture.tracking(on: fixture.gatehouse)
        let token = try await fixture.tokens().accessToken
        let foreign = [
            try await fixture.tokens(), try await fixture.tokens("bob"), try await other.tokens(),
            AuthenticationResultType(
                newDeviceMetadata: NewDeviceMetadataType(
                    deviceKey: "us-east-1_00000000-0000-4000-8000-000000000000", deviceGroupKey: "-abcdefgh")),
        ]
        for tokens in foreign {
            let device = try TestDevice(tokens)
            #expect(try await fault { try await fixture.confirm(device, token: token) }?.message == Self.invalidKey)
        }
        #expect(try await fixture.devices(token: token).isEmpty)
    }

    @Test func `a pool that has stopped tracking confirms no device`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        _ = try await fixture.administrator.updateUserPool(UpdateUserPoolRequest(userPoolId: fixture.poolID))
        let device = try TestDevice(tokens)
        let refusal = try await fault { try await fixture.confirm(device, token: tokens.accessToken) }
        #expect(refusal?.message == Self.invalidKey)
    }

    @Test(arguments: [
        ("", "AQID"), ("AA==", "AQID"), ("AQ==", "AQID"), ("not base64", "AQID"), ("Ag==", ""), ("Ag==", "AA=="),
        (Base64.encode(SRPGroup.modulusBytes), "AQID"),
        (Base64.encode(Array(SRPGroup.modulusBytes.dropLast()) + [0xFE]), "AQID"),
    ])
    func `a forged verifier or salt is refused`(_ verifier: String, _ salt: String) async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        let forged = DeviceSecretVerifierConfigType(passwordVerifier: verifier, salt: salt)
        let refusal = try await fault { try await fixture.confirm(device, token: tokens.accessToken, as: forged) }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await fixture.devices(token: tokens.accessToken).isEmpty)
    }

    @Test func `the verifier is required, and names hold no zero byte`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        for registration in [
            DeviceSecretVerifierConfigType(), DeviceSecretVerifierConfigType(salt: "AQID"),
            DeviceSecretVerifierConfigType(passwordVerifier: "Ag=="),
        ] {
            let refusal = try await fault {
                try await fixture.confirm(device, token: tokens.accessToken, as: registration)
            }
            #expect(refusal?.code == .invalidParameter)
        }
        let refusal = try await fault { try await fixture.confirm(device, token: tokens.accessToken, name: "a\u{0}") }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a sealed device verifier cannot be opened for another device, user or pool`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, _) = try await fixture.confirmedDevice()
        let user = try await fixture.storedUser()
        let pools = fixture.anyone.pools
        let record = try await pools.records.read { try $0.existingDevice(device.key, of: user) }
        let verifier = try pools.deviceVerifiers.open(record)
        #expect(verifier.saltBase64 == device.registration.salt && verifier.powers != nil)
        #expect(verifier.verifierBase64 == device.registration.passwordVerifier)
        for (poolID, sub, key) in [
            ("other", user.sub, device.key), (user.poolID, "other", device.key), (user.poolID, user.sub, "other"),
        ] {
            let moved = DeviceRecord(
                poolID: poolID, sub: sub, key: key, isRemembered: true, sealedVerifier: record.sealedVerifier,
                address: "", createdAt: record.createdAt, modifiedAt: record.modifiedAt,
                authenticatedAt: record.authenticatedAt)
            #expect(throws: ServiceFault.self) { try pools.deviceVerifiers.open(moved) }
        }
    }

    @Test func `one device too many takes the place of the one used longest ago`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (first, tokens) = try await fixture.confirmedDevice()
        let user = try await fixture.storedUser()
        let now = fixture.gatehouse.clock.now
        try await fixture.anyone.pools.records.write { store in
            for number in 2...DeviceRecord.maximumPerUser {
                try store.insert(
                    DeviceRecord(
                        poolID: user.poolID, sub: user.sub, key: "us-east-1_\(number)", isRemembered: true,
                        sealedVerifier: [1], address: "", createdAt: now, modifiedAt: now,
                        authenticatedAt: now.addingTimeInterval(Double(number))))
            }
        }
        fixture.gatehouse.clock.advance(by: 1_000)
        let (last, newTokens) = try await fixture.confirmedDevice()
        let keys = try await fixture.anyone.pools.records.read { store in
            try store.devices(ofUser: user.sub, inPool: user.poolID, after: nil, limit: 1_000).map(\.key)
        }
        #expect(keys.count == DeviceRecord.maximumPerUser && keys.contains(last.key) && !keys.contains(first.key))
        #expect(try await fault { try await fixture.renew(tokens, deviceKey: first.key) }?.code == .notAuthorized)
        #expect(try await fixture.renew(newTokens, deviceKey: last.key) != nil)
    }
}
