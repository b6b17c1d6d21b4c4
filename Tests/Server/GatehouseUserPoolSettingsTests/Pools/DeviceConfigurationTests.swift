// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct DeviceConfigurationTests {
    private static let modes: [DeviceConfigurationType] = [
        DeviceConfigurationType(),
        DeviceConfigurationType(challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false),
        DeviceConfigurationType(challengeRequiredOnNewDevice: false, deviceOnlyRememberedOnUserPrompt: true),
        DeviceConfigurationType(challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: true),
    ]

    private func described(_ fixture: PoolFixture) async throws -> DeviceConfigurationType? {
        try await fixture.administrator.describeUserPool(
            DescribeUserPoolRequest(userPoolId: fixture.poolID)
        ).userPool?.deviceConfiguration
    }

    @Test(arguments: modes)
    func `a pool keeps how it treats devices from its making and from each change`(
        _ mode: DeviceConfigurationType
    ) async throws {
        let made = try await PoolFixture.make(pool: PoolFixture.request { $0.deviceConfiguration = mode })
        #expect(try await described(made) == mode)
        let changed = try await PoolFixture.make(on: made.gatehouse)
        #expect(try await described(changed) == nil)
        _ = try await changed.administrator.updateUserPool(
            UpdateUserPoolRequest(userPoolId: changed.poolID, deviceConfiguration: mode))
        #expect(try await described(changed) == mode)
        _ = try await changed.administrator.updateUserPool(UpdateUserPoolRequest(userPoolId: changed.poolID))
        #expect(try await described(changed) == nil)
    }

    @Test func `a device setting that the pool does not have counts as off`() {
        let now = Date(timeIntervalSince1970: 0)
        func pool(_ configuration: DeviceConfigurationType?) -> UserPoolRecord {
            UserPoolRecord(
                id: "p", description: UserPoolType(deviceConfiguration: configuration), createdAt: now,
                modifiedAt: now)
        }
        let answers = ([nil] + Self.modes).map(pool).map {
            [$0.tracksDevices, $0.acceptsDevicesAsFactor, $0.remembersDevicesOnPrompt]
        }
        #expect(
            answers == [
                [false, false, false], [true, false, false], [true, true, false], [true, false, true],
                [true, true, true],
            ])
    }
}
