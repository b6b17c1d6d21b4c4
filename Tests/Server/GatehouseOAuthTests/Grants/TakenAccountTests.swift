// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// The advice of SECURITY.md for an account that was in other hands.
@Suite(.tags(.security), .hangLimit) struct TakenAccountTests {
    /// The operations that the advice names in its steps, in their order.
    private static func advised() throws -> [String] {
        let document = GrantTableTests.document
        let section = try #require(document.range(of: "### An account that was in other hands"))
        let rest = document[section.upperBound...]
        let text = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        let steps = try #require(text.range(of: "\n1. "))
        let list = text[steps.lowerBound...].split(separator: "\n\n")[0]
        return list.matches(of: /`(Admin\w+)`/).map { String($0.1) }
    }

    private func take(_ operation: String, _ stage: GrantStage) async throws {
        let (admin, poolID) = (stage.hosted.fixture.administrator, stage.hosted.fixture.poolID)
        switch operation {
        case "AdminDisableUser", "AdminSetUserPassword", "AdminDeleteSoftwareToken", "AdminDisableProviderForUser":
            let measure = try #require(CounterMeasure.allCases.first { $0.rawValue.contains("`\(operation)`") })
            try await stage.take(measure, against: HeldGrant())
        case "AdminListDevices": break
        case "AdminForgetDevice":
            let listed = try await admin.adminListDevices(
                AdminListDevicesRequest(userPoolId: poolID, username: "alice"))
            for device in listed.devices ?? [] {
                try await admin.adminForgetDevice(
                    AdminForgetDeviceRequest(
                        userPoolId: poolID, username: "alice", deviceKey: device.deviceKey ?? ""))
            }
        case "AdminSetUserMFAPreference":
            _ = try await admin.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    smsMfaSettings: SMSMfaSettingsType(enabled: false), username: "alice", userPoolId: poolID))
        case "AdminEnableUser":
            _ = try await admin.adminEnableUser(AdminEnableUserRequest(userPoolId: poolID, username: "alice"))
        default: Issue.record("The advice names an operation that the test does not know: \(operation)")
        }
    }

    @Test(arguments: Grant.allCases)
    func `the advice ends every grant, and its user signs in with the new password`(_ grant: Grant) async throws {
        // The new password is what the device of a later sign-in would stand beside.
        let stage = try await GrantStage(for: .adminSetPassword)
        let held = try await stage.hold(grant)
        let operations = try Self.advised()
        #expect(operations.first == "AdminDisableUser" && operations.last == "AdminEnableUser")
        for operation in operations { try await take(operation, stage) }
        #expect(try await held.use() == .refused)
        let begun = try await stage.hosted.fixture.signInWithPassword("alice", PoolFixture.newPassword)
        #expect(begun.authenticationResult?.accessToken != nil)
    }

    @Test(arguments: [Grant.browser, .waiting, .device])
    func `a sign-out everywhere does not end every grant`(_ grant: Grant) async throws {
        let stage = try await GrantStage(for: .adminGlobalSignOut)
        let held = try await stage.hold(grant)
        try await stage.take(.adminGlobalSignOut, against: held)
        #expect(try await held.use() == .works)
    }
}
