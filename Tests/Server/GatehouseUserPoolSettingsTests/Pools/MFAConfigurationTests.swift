// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Which blocks of `SetUserPoolMfaConfig` go together.
@Suite struct MFAConfigurationTests {
    private static let sms = SmsMfaConfigType(
        smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms"))
    private static let passkeys = WebAuthnConfigurationType(
        relyingPartyId: "example.com", userVerification: .required)

    /// A pool that demands a second factor and has each.
    private func fixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.emailConfiguration = .sample })
        _ = try await set(fixture) {
            $0.mfaConfiguration = .on
            $0.smsMfaConfiguration = Self.sms
            $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: true)
            $0.emailMfaConfiguration = EmailMfaConfigType()
        }
        return fixture
    }

    private func set(
        _ fixture: PoolFixture, _ change: (inout SetUserPoolMfaConfigRequest) -> Void
    ) async throws -> SetUserPoolMfaConfigResponse {
        var request = SetUserPoolMfaConfigRequest(userPoolId: fixture.poolID)
        change(&request)
        return try await fixture.administrator.setUserPoolMfaConfig(request)
    }

    private func config(_ fixture: PoolFixture) async throws -> GetUserPoolMfaConfigResponse {
        try await fixture.administrator.getUserPoolMfaConfig(GetUserPoolMfaConfigRequest(userPoolId: fixture.poolID))
    }

    @Test(arguments: [nil, .off] as [UserPoolMfaType?])
    func `the block of a factor is refused without MFA`(_ requirement: UserPoolMfaType?) async throws {
        let fixture = try await fixture()
        let before = try await config(fixture)
        let blocks: [(inout SetUserPoolMfaConfigRequest) -> Void] = [
            { $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: true) },
            { $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: false) },
            { $0.smsMfaConfiguration = Self.sms }, { $0.emailMfaConfiguration = EmailMfaConfigType() },
        ]
        for block in blocks {
            let refusal = try await fault {
                _ = try await set(fixture) {
                    $0.mfaConfiguration = requirement
                    $0.webAuthnConfiguration = Self.passkeys
                    block(&$0)
                }
            }
            #expect(
                refusal
                    == .invalidParameter(
                        "Invalid MFA configuration given, can't turn off MFA and configure an MFA together"))
        }
        #expect(try await config(fixture) == before)
    }

    @Test(arguments: [nil, .off] as [UserPoolMfaType?])
    func `a configuration without any block turns MFA off and removes the factors`(
        _ requirement: UserPoolMfaType?
    ) async throws {
        let answer = try await set(fixture()) { $0.mfaConfiguration = requirement }
        #expect(answer.mfaConfiguration == .off && answer.smsMfaConfiguration == nil)
        #expect(answer.softwareTokenMfaConfiguration == nil && answer.emailMfaConfiguration == nil)
    }

    @Test func `the settings of passkeys are no factor: alone they change nothing else, and they stay`() async throws {
        let fixture = try await fixture()
        var expected = try await config(fixture)
        expected.webAuthnConfiguration = Self.passkeys
        _ = try await set(fixture) { $0.webAuthnConfiguration = Self.passkeys }
        #expect(try await config(fixture) == expected)
        let off = try await set(fixture) { $0.mfaConfiguration = .off }
        #expect(off.mfaConfiguration == .off && off.webAuthnConfiguration == Self.passkeys)
        let plain = try await set(PoolFixture.make()) {
            $0.mfaConfiguration = .off
            $0.webAuthnConfiguration = Self.passkeys
        }
        #expect(plain.mfaConfiguration == .off && plain.webAuthnConfiguration == Self.passkeys)
    }
}
