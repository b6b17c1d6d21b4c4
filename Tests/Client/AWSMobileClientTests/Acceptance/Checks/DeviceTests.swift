// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

extension MobileWorld {
    /// A world with Ada whose pool tracks devices.
    static func withDevices(onlyOnPrompt: Bool = true) async throws -> MobileWorld {
        let gatehouse = try await TestGatehouse()
        let answer = try await gatehouse.installation.userPools.service(for: gatehouse.administration).createUserPool(
            CreateUserPoolRequest(
                poolName: "test",
                deviceConfiguration: DeviceConfigurationType(
                    challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: onlyOnPrompt)))
        let world = try await MobileWorld(pool: answer.userPool?.id ?? "", on: gatehouse)
        try await world.makeAda()
        return world
    }
}

@Suite("18: devices", .hangLimit) struct DeviceTests {
    private static func device(_ app: MobileApp) -> Answer<Device> { app.call { $0.deviceOperations.get($1) } }

    private static func forget(_ app: MobileApp) -> Answer<Void> { app.end { $0.deviceOperations.forget($1) } }

    private static func count(_ app: MobileApp) async throws -> Int? {
        let result = try await app.devices().value()
        #expect(result.paginationToken == nil)
        return result.devices?.count
    }

    @Test func `a device is remembered, tracked only, read and forgotten`() async throws {
        let world = try await MobileWorld.withDevices()
        let app = try await world.phone().signedIn()
        #expect(try await Self.count(app) == 0)
        _ = try await app.remember(true).value()
        #expect(try await Self.count(app) == 1)
        _ = try await app.remember(false).value()
        #expect(try await Self.count(app) == 0)
        let device = try await Self.device(app).value()
        #expect(device.createDate == world.gatehouse.clock.now)
        #expect(device.deviceKey?.isEmpty == false && device.attributes?["device_status"] != nil)
        let key = try #require(device.deviceKey)
        let byKey: Device = try await app.call { $0.deviceOperations.get(deviceId: key, completionHandler: $1) }.value()
        #expect(byKey.deviceKey == key)
        let update: UpdateDeviceStatusResult = try await app.call {
            $0.deviceOperations.updateStatus(deviceId: key, remembered: true, completionHandler: $1)
        }.value()
        _ = update
        #expect(try await Self.count(app) == 1)
        try await Self.forget(app).value()
        #expect(try await Self.count(app) == 0)
        await app.expect([app.remember(true)], fail: .deviceNotRemembered)
        await app.expect([Self.device(app)], fail: .deviceNotRemembered)
        await app.expect([Self.forget(app)], fail: .deviceNotRemembered)
        // Only a sign-in registers the device again.
        app.client.signOut()
        _ = try await app.signIn().value()
        #expect(try await Self.device(app).value().deviceKey != key)
        _ = try await app.remember(true).value()
        #expect(try await Self.count(app) == 1)
    }

    @Test func `the device's keys survive a sign-out and a restart`() async throws {
        let world = try await MobileWorld.withDevices(onlyOnPrompt: false)
        let phone = world.phone()
        let app = try await phone.signedIn()
        let key = try await Self.device(app).value().deviceKey
        #expect(key != nil)
        #expect(try await Self.count(app) == 1)
        app.client.signOut()
        let next = try await phone.started()
        next.forget()
        #expect(try await next.signIn().value().signInState == .signedIn)
        let challenges = next.network.inputs("RespondToAuthChallenge").compactMap { $0["ChallengeName"]?.stringValue }
        #expect(challenges == ["PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"])
        #expect(try await Self.device(next).value().deviceKey == key)
        world.gatehouse.clock.advance(by: 3_600)
        #expect(try await next.tokens().value().accessToken != nil)
    }

    @Test func `forgetting a device by its key forgets the keys on this phone too`() async throws {
        let world = try await MobileWorld.withDevices(onlyOnPrompt: false)
        let app = try await world.phone().signedIn()
        let key = try #require(try await Self.device(app).value().deviceKey)
        try await app.end { $0.deviceOperations.forget(deviceId: key, completionHandler: $1) }.value()
        await app.expect([app.remember(true)], fail: .deviceNotRemembered)
    }

    @Test func `a device that the service lost costs no step`() async throws {
        let world = try await MobileWorld.withDevices(onlyOnPrompt: false)
        let app = try await world.phone().signedIn()
        let key = try #require(try await Self.device(app).value().deviceKey)
        app.client.signOut()
        _ = try await world.service.adminForgetDevice(
            AdminForgetDeviceRequest(userPoolId: world.pool, username: "ada", deviceKey: key))
        #expect(try await app.signIn().value().signInState == .signedIn)
        let next = try await Self.device(app).value().deviceKey
        #expect(next != nil && next != key)
    }
}
