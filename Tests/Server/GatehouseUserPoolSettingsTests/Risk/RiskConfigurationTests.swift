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

@Suite struct RiskConfigurationTests {
    private func fixture(_ mode: AdvancedSecurityModeType = .audit) async throws -> PoolFixture {
        try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: mode)
            })
    }

    private func request(_ fixture: PoolFixture, client: String? = nil) -> SetRiskConfigurationRequest {
        SetRiskConfigurationRequest(
            userPoolId: fixture.poolID, clientId: client,
            compromisedCredentialsRiskConfiguration: CompromisedCredentialsRiskConfigurationType(
                actions: CompromisedCredentialsActionsType(eventAction: .block)),
            riskExceptionConfiguration: RiskExceptionConfigurationType(blockedIPRangeList: ["192.0.2.0/24"]))
    }

    private func described(_ fixture: PoolFixture, client: String? = nil) async throws -> RiskConfigurationType {
        try await fixture.administrator.describeRiskConfiguration(
            DescribeRiskConfigurationRequest(userPoolId: fixture.poolID, clientId: client)
        ).riskConfiguration
    }

    @Test func `a risk configuration is kept for the pool and for each client separately`() async throws {
        let fixture = try await fixture()
        let bare = try await described(fixture)
        #expect(bare == RiskConfigurationType(userPoolId: fixture.poolID))
        let answer = try await fixture.administrator.setRiskConfiguration(request(fixture)).riskConfiguration
        #expect(answer.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(answer.riskExceptionConfiguration?.blockedIPRangeList == ["192.0.2.0/24"])
        #expect(try await described(fixture) == answer)
        let ofClient = try await described(fixture, client: fixture.client.id)
        #expect(ofClient == RiskConfigurationType(userPoolId: fixture.poolID, clientId: fixture.client.id))
        _ = try await fixture.administrator.setRiskConfiguration(request(fixture, client: fixture.client.id))
        #expect(
            try await described(fixture, client: fixture.client.id).compromisedCredentialsRiskConfiguration != nil)
    }

    @Test func `a second setting replaces the first`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.administrator.setRiskConfiguration(request(fixture))
        _ = try await fixture.administrator.setRiskConfiguration(
            SetRiskConfigurationRequest(userPoolId: fixture.poolID))
        #expect(try await described(fixture).compromisedCredentialsRiskConfiguration == nil)
    }

    @Test(arguments: [false, true])
    func `a notification needs a notify configuration`(_ notifies: Bool) async throws {
        let fixture = try await fixture()
        let action = AccountTakeoverActionType(notify: notifies, eventAction: .noAction)
        let request = SetRiskConfigurationRequest(
            userPoolId: fixture.poolID,
            accountTakeoverRiskConfiguration: AccountTakeoverRiskConfigurationType(
                actions: AccountTakeoverActionsType(highAction: action)))
        let refusal = try await fault { _ = try await fixture.administrator.setRiskConfiguration(request) }
        #expect(refusal?.code == (notifies ? .invalidParameter : nil))
    }

    @Test func `risk configurations of a pool without the add-on, or of an unknown client, are refused`() async throws {
        let plain = try await fixture(.off)
        #expect(
            try await fault { _ = try await plain.administrator.setRiskConfiguration(request(plain)) }?.code
                == .userPoolAddOnNotEnabled)
        #expect(try await fault { _ = try await described(plain) }?.code == .userPoolAddOnNotEnabled)
        let fixture = try await fixture()
        let unknown = request(fixture, client: "unknown")
        #expect(
            try await fault { _ = try await fixture.administrator.setRiskConfiguration(unknown) }?.code
                == .resourceNotFound)
    }
}
