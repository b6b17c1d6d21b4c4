// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct DeviceOperationsTests {
    private static let missing = "Device does not exist."

    /// A device of Alice, as an administrator sees it.
    private func adminDevice(_ key: String, _ fixture: PoolFixture) async throws -> DeviceType {
        try await fixture.administrator.adminGetDevice(
            AdminGetDeviceRequest(deviceKey: key, userPoolId: fixture.poolID, username: "alice")
        ).device
    }

    @Test func `a user sees status, name, address and whether the device is remembered, an administrator three more`()
        async throws
    {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        let own = try await fixture.device(device.key, token: tokens.accessToken)
        let common = [
            "device_status": "valid", "device_name": "Telephone", "last_ip_used": "127.0.0.1",
            "dev:device_remembered_status": "remembered",
        ]
        let listed = try await fixture.anyone.listDevices(ListDevicesRequest(accessToken: tokens.accessToken ?? ""))
        #expect(listed.devices?.map { $0.deviceAttributes?.values } == [common])
        #expect(own.deviceKey == device.key && own.deviceAttributes?.values == common)
        let owner = "alice.\(fixture.poolID)"
        let added = [
            "dev:device_arn": "arn:aws:cognito-idp:us-east-1:123456789012:owner/\(owner)/device/\(device.key)",
            "dev:device_owner": owner,
            "dev:device_sdk": "aws-sdk-unknown-unknown",
        ]
        let told = try await adminDevice(device.key, fixture)
        #expect(told.deviceAttributes?.values == common.merging(added) { $1 })
    }

    @Test func `a device without a name has none`() async throws {
        let fixture = try await PoolFixture.tracking()
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        try await fixture.confirm(device, token: tokens.accessToken, name: nil)
        let told = try await fixture.device(device.key, token: tokens.accessToken).deviceAttributes?.values
        #expect(told?.keys.sorted() == ["dev:device_remembered_status", "device_status", "last_ip_used"])
    }

    @Test func `the dates are those of confirmation, last change and last sign-in`() async throws {
        let fixture = try await PoolFixture.tracking()
        let start = fixture.gatehouse.clock.now
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        fixture.gatehouse.clock.advance(by: 10)
        try await fixture.confirm(device, token: tokens.accessToken)
        fixture.gatehouse.clock.advance(by: 10)
        _ = try await fixture.anyone.updateDeviceStatus(
            UpdateDeviceStatusRequest(
                accessToken: tokens.accessToken ?? "", deviceKey: device.key, deviceRememberedStatus: .notRemembered))
        let told = try await adminDevice(device.key, fixture)
        #expect(told.deviceCreateDate == start.addingTimeInterval(10))
        #expect(told.deviceLastModifiedDate == start.addingTimeInterval(20))
        #expect(told.deviceLastAuthenticatedDate == start)
        #expect(told.deviceAttributes?.values["dev:device_remembered_status"] == "not_remembered")
    }

    @Test func `the status changes by the user's and the administrator's hand`() async throws {
        let fixture = try await PoolFixture.tracking(onPrompt: true)
        let (device, tokens) = try await fixture.confirmedDevice()
        let statuses: [DeviceRememberedStatusType?] = [.remembered, nil, .notRemembered]
        for status in statuses {
            _ = try await fixture.anyone.updateDeviceStatus(
                UpdateDeviceStatusRequest(
                    accessToken: tokens.accessToken ?? "", deviceKey: device.key, deviceRememberedStatus: status))
            let told = try await adminDevice(device.key, fixture).deviceAttributes?.values
            #expect(told?["dev:device_remembered_status"] == (status ?? .remembered).rawValue)
        }
        _ = try await fixture.administrator.adminUpdateDeviceStatus(
            AdminUpdateDeviceStatusRequest(
                userPoolId: fixture.poolID, username: "alice", deviceKey: device.key,
                deviceRememberedStatus: .remembered))
        let told = try await adminDevice(device.key, fixture).deviceAttributes?.values
        #expect(told?["dev:device_remembered_status"] == "remembered")
    }

    @Test func `devices are listed page by page, each user's own`() async throws {
        let fixture = try await PoolFixture.tracking()
        try await fixture.makeUser("bob")
        var keys: [String] = []
        for _ in 0..<3 { keys.append(try await fixture.confirmedDevice().device.key) }
        let bob = try await fixture.confirmedDevice("bob")
        let token = try await fixture.accessToken()
        var (found, adminFound): ([String?], [String?]) = ([], [])
        var (page, adminPage): (String?, String?)
        repeat {
            let answer = try await fixture.anyone.listDevices(
                ListDevicesRequest(accessToken: token, limit: 2, paginationToken: page))
            found += answer.devices?.map(\.deviceKey) ?? []
            page = answer.paginationToken
        } while page != nil
        repeat {
            let answer = try await fixture.administrator.adminListDevices(
                AdminListDevicesRequest(
                    userPoolId: fixture.poolID, username: "alice", limit: 2, paginationToken: adminPage))
            adminFound += answer.devices?.map(\.deviceKey) ?? []
            adminPage = answer.paginationToken
        } while adminPage != nil
        #expect(found == keys.sorted() && adminFound == keys.sorted())
        #expect(try await fixture.devices(token: bob.tokens.accessToken) == [bob.device.key])
    }

    @Test func `a page of one user's devices does not open another's`() async throws {
        let fixture = try await PoolFixture.tracking()
        try await fixture.makeUser("bob")
        for _ in 0..<2 { _ = try await fixture.confirmedDevice() }
        let page = try await fixture.anyone.listDevices(
            ListDevicesRequest(accessToken: fixture.accessToken(), limit: 1)
        ).paginationToken
        let token = try await fixture.accessToken("bob")
        let refusal = try await fault {
            _ = try await fixture.anyone.listDevices(ListDevicesRequest(accessToken: token, paginationToken: page))
        }
        #expect(page != nil && refusal?.code == .invalidParameter)
    }

    @Test func `another user's device, another pool's and an unknown one do not exist`() async throws {
        let fixture = try await PoolFixture.tracking()
        try await fixture.makeUser("bob")
        let other = try await PoolFixture.tracking(on: fixture.gatehouse)
        let (device, tokens) = try await fixture.confirmedDevice()
        let bob = try await fixture.accessToken("bob")
        let stranger = try await other.accessToken()
        let unknown = String(device.key.dropLast()) + "-"
        for (key, token) in [(device.key, bob), (device.key, stranger), (unknown, tokens.accessToken ?? "")] {
            let refusals = [
                try await fault { _ = try await fixture.device(key, token: token) },
                try await fault {
                    try await fixture.anyone.forgetDevice(ForgetDeviceRequest(accessToken: token, deviceKey: key))
                },
                try await fault {
                    _ = try await fixture.anyone.updateDeviceStatus(
                        UpdateDeviceStatusRequest(
                            accessToken: token, deviceKey: key, deviceRememberedStatus: .remembered))
                },
            ]
            for refusal in refusals {
                #expect(refusal?.code == .resourceNotFound && refusal?.message == Self.missing)
            }
        }
        #expect(try await fixture.devices(token: tokens.accessToken) == [device.key])
    }

    @Test func `an administrator needs the right pool, user and device`() async throws {
        let fixture = try await PoolFixture.tracking()
        try await fixture.makeUser("bob")
        let other = try await PoolFixture.tracking(on: fixture.gatehouse)
        let (device, _) = try await fixture.confirmedDevice()
        let administrator = fixture.administrator
        for (poolID, username, code) in [
            (other.poolID, "alice", ServiceFault.Code.resourceNotFound), (fixture.poolID, "bob", .resourceNotFound),
            (fixture.poolID, "nobody", .userNotFound), ("us-east-1_nowhere", "alice", .resourceNotFound),
        ] {
            let refusals = [
                try await fault {
                    _ = try await administrator.adminGetDevice(
                        AdminGetDeviceRequest(deviceKey: device.key, userPoolId: poolID, username: username))
                },
                try await fault {
                    try await administrator.adminForgetDevice(
                        AdminForgetDeviceRequest(userPoolId: poolID, username: username, deviceKey: device.key))
                },
                try await fault {
                    _ = try await administrator.adminUpdateDeviceStatus(
                        AdminUpdateDeviceStatusRequest(
                            userPoolId: poolID, username: username, deviceKey: device.key,
                            deviceRememberedStatus: .notRemembered))
                },
            ]
            #expect(refusals.map { $0?.code } == [code, code, code])
        }
        #expect(try await adminDevice(device.key, fixture).deviceKey == device.key)
    }

    @Test func `own operations want an access token`() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, _) = try await fixture.confirmedDevice()
        #expect(try await fault { _ = try await fixture.device(device.key, token: nil) }?.code == .invalidParameter)
        #expect(try await fault { try await fixture.forget(device, token: nil) }?.code == .invalidParameter)
        #expect(try await fault { _ = try await fixture.devices(token: "a.b.c") }?.code == .notAuthorized)
    }
}
