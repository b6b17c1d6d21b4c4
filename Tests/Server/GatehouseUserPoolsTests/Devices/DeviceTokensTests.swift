// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct DeviceTokensTests {
    private static let invalid = "Invalid Refresh Token"

    /// REFRESH_TOKEN_AUTH of an app or, where `asAdministrator`, of a back end.
    private func refresh(
        _ tokens: AuthenticationResultType, deviceKey: String?, _ fixture: PoolFixture, asAdministrator: Bool = false
    ) async throws {
        var parameters = ["REFRESH_TOKEN": tokens.refreshToken ?? ""]
        parameters["DEVICE_KEY"] = deviceKey
        if asAdministrator {
            _ = try await fixture.administrator.adminInitiateAuth(
                AdminInitiateAuthRequest(
                    userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .refreshTokenAuth,
                    authParameters: parameters))
        } else {
            _ = try await fixture.anyone.initiateAuth(
                InitiateAuthRequest(
                    authFlow: .refreshTokenAuth, authParameters: parameters, clientId: fixture.client.id))
        }
    }

    /// Tokens of a sign-in with a confirmed device.
    private func tokens(with device: TestDevice, _ fixture: PoolFixture) async throws -> AuthenticationResultType {
        let pools = fixture.anyone.pools
        let user = try await fixture.storedUser()
        let (client, pool, record, tokenInputs) = try await pools.records.read { [client = fixture.client] store in
            let (client, pool) = try store.existingClient(client.id)
            let record = try store.existingDevice(device.key, of: user)
            return (client, pool, record, try store.tokenInputs(of: user, inPool: pool.id))
        }
        let issue = pools.issuer.newTokens(
            for: user, client: client, in: pool, from: CallOrigin(address: "192.0.2.9", userAgent: ""),
            eventID: "event", device: record, proving: [.password], level: nil)
        try await pools.records.write { try issue.save(in: $0) }
        return try await pools.issuer.signed(issue, for: user, client: client, in: pool, tokenInputs: tokenInputs)
    }

    @Test(arguments: [false, true])
    func `a renewal carries the device's key, confirmed or not`(_ isConfirmed: Bool) async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        if isConfirmed { try await fixture.confirm(device, token: tokens.accessToken) }
        let other = try TestDevice(try await fixture.tokens())
        for key in [nil, "", other.key, device.key.uppercased()] {
            #expect(try await fault { try await fixture.renew(tokens, deviceKey: key) }?.message == Self.invalid)
            for asAdministrator in [false, true] {
                fixture.gatehouse.clock.advance(by: 1)
                let refusal = try await fault {
                    try await refresh(tokens, deviceKey: key, fixture, asAdministrator: asAdministrator)
                }
                #expect(refusal?.code != nil, "\(asAdministrator)")
            }
        }
        let renewed = try #require(try await fixture.renew(tokens, deviceKey: device.key))
        #expect(renewed.newDeviceMetadata == nil)
        try await refresh(tokens, deviceKey: device.key, fixture)
    }

    @Test func `tokens from before the pool tracked devices need no key`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        _ = try await fixture.administrator.updateUserPool(
            UpdateUserPoolRequest(userPoolId: fixture.poolID, deviceConfiguration: DeviceConfigurationType()))
        #expect(try await fixture.renew(tokens, deviceKey: nil) != nil)
        #expect(try await fixture.tokens().newDeviceMetadata != nil)
    }

    @Test func `tokens of a pool that has stopped tracking need no key`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        _ = try await fixture.administrator.updateUserPool(UpdateUserPoolRequest(userPoolId: fixture.poolID))
        #expect(try await fixture.renew(tokens, deviceKey: nil) != nil)
    }

    @Test(arguments: [false, true])
    func `a forgotten device's refresh tokens stop working, and another device's do not`(
        _ byAdministrator: Bool
    ) async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        let (other, otherTokens) = try await fixture.confirmedDevice()
        let again = try await self.tokens(with: device, fixture)
        if byAdministrator {
            try await fixture.administrator.adminForgetDevice(
                AdminForgetDeviceRequest(userPoolId: fixture.poolID, username: "alice", deviceKey: device.key))
        } else {
            try await fixture.forget(device, token: tokens.accessToken)
        }
        for lost in [tokens, again] {
            #expect(try await fault { try await fixture.renew(lost, deviceKey: device.key) }?.message == Self.invalid)
            #expect(try await fault { try await fixture.renew(lost, deviceKey: nil) }?.message == Self.invalid)
        }
        #expect(try await fixture.renew(otherTokens, deviceKey: other.key) != nil)
        #expect(try await fixture.devices(token: tokens.accessToken) == [other.key])
        let refusal = try await fault { try await fixture.confirm(device, token: tokens.accessToken) }
        #expect(refusal?.message == "Invalid device key given.")
    }

    @Test func `a sign-in with a known device keeps its key and notes when and whence`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, _) = try await fixture.confirmedDevice()
        fixture.gatehouse.clock.advance(by: 60)
        let tokens = try await tokens(with: device, fixture)
        #expect(tokens.newDeviceMetadata == nil)
        let told = try await fixture.device(device.key, token: tokens.accessToken)
        #expect(told.deviceLastAuthenticatedDate == fixture.gatehouse.clock.now)
        #expect(told.deviceAttributes?.values["last_ip_used"] == "192.0.2.9")
        #expect(try await fixture.renew(tokens, deviceKey: device.key) != nil)
        #expect(try await fault { try await fixture.renew(tokens, deviceKey: nil) }?.message == Self.invalid)
    }

    @Test func `a sign-in whose device is forgotten meanwhile gets no tokens`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, old) = try await fixture.confirmedDevice()
        let pools = fixture.anyone.pools
        let user = try await fixture.storedUser()
        let (client, pool, record) = try await pools.records.read { [client = fixture.client] store in
            let (client, pool) = try store.existingClient(client.id)
            let record = try store.existingDevice(device.key, of: user)
            return (client, pool, record)
        }
        let issue = pools.issuer.newTokens(
            for: user, client: client, in: pool, from: CallOrigin(address: "192.0.2.9", userAgent: ""),
            eventID: "event", device: record, proving: [.password], level: nil)
        try await fixture.forget(device, token: old.accessToken)
        let refusal = try await fault { try await pools.records.write { try issue.save(in: $0) } }
        #expect(refusal?.message == "Device does not exist.")
    }

    @Test(arguments: ["", "us-east-1_unknown", "\u{0}", String(repeating: "a", count: 10_000)])
    func `a sign-in with an unknown device key is refused for that only after the password is proved`(
        _ key: String
    ) async throws {
        let fixture = try await PoolFixture.tracking()
        let parameters = ["USERNAME": "alice", "PASSWORD": PoolFixture.password, "DEVICE_KEY": key]
        for (changes, code) in [
            ([:], ServiceFault.Code.resourceNotFound), (["PASSWORD": "Wrong-Horse-7!"], .notAuthorized),
            (["USERNAME": "nobody"], .userNotFound),
        ] {
            let refusal = try await fault {
                _ = try await fixture.anyone.initiateAuth(
                    InitiateAuthRequest(
                        authFlow: .userPasswordAuth, authParameters: parameters.merging(changes) { $1 },
                        clientId: fixture.client.id))
            }
            #expect(refusal?.code == code)
        }
    }

    @Test func `a pool that tracks no devices does not mind a key`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let answer = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: [
                    "USERNAME": "alice", "PASSWORD": PoolFixture.password, "DEVICE_KEY": "us-east-1_unknown",
                ], clientId: fixture.client.id))
        #expect(answer.authenticationResult?.accessToken != nil)
    }
}
