// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct MFARecoveryTests {
    @Test(
        arguments: [
            ([], nil, "phone_number"), ([.sms], nil, "email"), ([.sms, .email], nil, "phone_number"),
            ([.sms, .email], .sms, "email"), ([.sms, .email], .email, "phone_number"), ([.email], nil, "phone_number"),
        ] as [(Set<SecondFactor>, SecondFactor?, String)])
    func `reset codes go where no second factor goes`(
        _ enabled: Set<SecondFactor>, _ preferred: SecondFactor?, _ attribute: String
    ) async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.choose(UserMFA(enabled: enabled, preferred: preferred))
        #expect(try await fixture.forgotPassword()?.attributeName == attribute)
    }

    @Test func `a factor that the pool no longer allows does not restrict recovery`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.optional, factors: [.softwareToken])
        try await fixture.choose(UserMFA(enabled: [.sms], preferred: .sms))
        #expect(try await fixture.forgotPassword()?.attributeName == "phone_number")
    }

    @Test func `a user whose only recovery channel is the only second factor cannot reset the password`() async throws {
        let fixture = try await PoolFixture.makeWithMFA {
            $0.accountRecoverySetting = AccountRecoverySettingType(
                recoveryMechanisms: [RecoveryOptionType(priority: 1, name: .verifiedPhoneNumber)])
        }
        try await fixture.choose(UserMFA(enabled: [.sms]))
        #expect(try await fault { _ = try await fixture.forgotPassword() }?.code == .invalidParameter)
    }
}
