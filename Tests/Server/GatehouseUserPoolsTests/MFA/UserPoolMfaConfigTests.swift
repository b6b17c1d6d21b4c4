// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct UserPoolMfaConfigTests {
    private static let needsFactor =
        "At least one of [SmsMfaConfiguration] or [SoftwareTokenMfaConfiguration] must be provided."

    private func config(_ fixture: PoolFixture) async throws -> GetUserPoolMfaConfigResponse {
        try await fixture.administrator.getUserPoolMfaConfig(
            GetUserPoolMfaConfigRequest(userPoolId: fixture.poolID))
    }

    private func set(
        _ fixture: PoolFixture, _ change: (inout SetUserPoolMfaConfigRequest) -> Void
    ) async throws -> SetUserPoolMfaConfigResponse {
        var request = SetUserPoolMfaConfigRequest(userPoolId: fixture.poolID)
        change(&request)
        return try await fixture.administrator.setUserPoolMfaConfig(request)
    }

    private func refusal(
        _ fixture: PoolFixture, _ change: (inout SetUserPoolMfaConfigRequest) -> Void
    ) async throws -> ServiceFault? {
        try await fault { _ = try await set(fixture, change) }
    }

    private func update(
        _ fixture: PoolFixture, _ change: (inout UpdateUserPoolRequest) -> Void
    ) async throws {
        var request = UpdateUserPoolRequest(userPoolId: fixture.poolID)
        change(&request)
        _ = try await fixture.administrator.updateUserPool(request)
    }

    private func described(_ fixture: PoolFixture) async throws -> UserPoolType {
        try #require(
            try await fixture.administrator.describeUserPool(
                DescribeUserPoolRequest(userPoolId: fixture.poolID)
            ).userPool)
    }

    @Test func `a new pool has no second factors`() async throws {
        let config = try await config(try await PoolFixture.make())
        #expect(config.mfaConfiguration == .off && config.smsMfaConfiguration == nil)
        #expect(config.softwareTokenMfaConfiguration == nil && config.emailMfaConfiguration == nil)
        #expect(config.webAuthnConfiguration == nil)
    }

    @Test func `the MFA configuration is returned by each operation that shows it`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.emailConfiguration = PoolFixture.mailAccount })
        let sms = SmsMfaConfigType(
            smsAuthenticationMessage: "Enter {####}", smsConfiguration: PoolFixture.sms.smsConfiguration)
        let answer = try await set(fixture) {
            $0.mfaConfiguration = .on
            $0.smsMfaConfiguration = sms
            $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: true)
            $0.emailMfaConfiguration = EmailMfaConfigType(message: "Use {####}", subject: "Code")
            $0.webAuthnConfiguration = WebAuthnConfigurationType(
                relyingPartyId: "example.com", userVerification: .required)
        }
        let config = try await config(fixture)
        #expect(answer.mfaConfiguration == .on && config.mfaConfiguration == .on)
        #expect(answer.smsMfaConfiguration == sms && config.smsMfaConfiguration == sms)
        #expect(config.softwareTokenMfaConfiguration?.enabled == true)
        #expect(config.emailMfaConfiguration == EmailMfaConfigType(message: "Use {####}", subject: "Code"))
        #expect(config.webAuthnConfiguration?.relyingPartyId == "example.com")
        #expect(answer.webAuthnConfiguration == config.webAuthnConfiguration)
        let pool = try await described(fixture)
        #expect(pool.mfaConfiguration == .on && pool.smsAuthenticationMessage == "Enter {####}")
        #expect(pool.smsConfiguration == PoolFixture.sms.smsConfiguration)
    }

    @Test func `a block that is left out switches its factor off`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        _ = try await set(fixture) {
            $0.mfaConfiguration = .optional
            $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: true)
        }
        let config = try await config(fixture)
        #expect(config.smsMfaConfiguration == nil && config.emailMfaConfiguration == nil)
        #expect(config.softwareTokenMfaConfiguration?.enabled == true)
        // Other codes still go by SMS.
        #expect(try await described(fixture).smsConfiguration != nil)
    }

    @Test(arguments: [.on, .optional] as [UserPoolMfaType])
    func `a pool that demands or offers a factor has one`(_ requirement: UserPoolMfaType) async throws {
        let fixture = try await PoolFixture.make()
        let bare = try await refusal(fixture) { $0.mfaConfiguration = requirement }
        #expect(bare == .invalidParameter(Self.needsFactor))
        let off = try await refusal(fixture) {
            $0.mfaConfiguration = requirement
            $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: false)
        }
        #expect(off == bare)
        let updated = try await fault { try await update(fixture) { $0.mfaConfiguration = requirement } }
        #expect(updated == bare)
        let created = try await fault {
            _ = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "x", mfaConfiguration: requirement))
        }
        #expect(created == bare)
        #expect(try await config(fixture).mfaConfiguration == .off)
    }

    @Test(arguments: [nil, SmsConfigurationType(), SmsConfigurationType(externalId: "x", snsRegion: "us-east-1")])
    func `codes by SMS need a role of SNS or settings of End User Messaging`(_ sms: SmsConfigurationType?) async throws
    {
        let expected = ServiceFault.invalidParameter(
            "[SmsConfiguration] is a required member of [SoftwareTokenMfaConfiguration].")
        let replaced = try await refusal(try await PoolFixture.make()) {
            $0.mfaConfiguration = .on
            $0.smsMfaConfiguration = SmsMfaConfigType(
                smsAuthenticationMessage: "Enter {####}", smsConfiguration: sms)
        }
        #expect(replaced == expected)
        guard let sms else { return }
        let created = try await fault {
            _ = try await PoolFixture.make(
                pool: CreateUserPoolRequest(poolName: "x", mfaConfiguration: .on, smsConfiguration: sms))
        }
        #expect(created == expected)
        let fixture = try await PoolFixture.makeWithMFA(.on, factors: [.sms])
        let updated = try await fault { try await update(fixture) { $0.smsConfiguration = sms } }
        #expect(updated == expected)
        #expect(try await described(fixture).smsConfiguration == PoolFixture.sms.smsConfiguration)
        // A pool without codes by SMS as a second factor can have such a structure.
        try await update(try await PoolFixture.make()) { $0.smsConfiguration = sms }
    }

    @Test func `codes by SMS go by End User Messaging without a role of SNS`() async throws {
        let sms = SmsConfigurationType(
            eumsSms: EumsSmsConfigurationType(callerArn: "arn:aws:iam::123456789012:role/sms"))
        let fixture = try await PoolFixture.make()
        let answer = try await set(fixture) {
            $0.mfaConfiguration = .on
            $0.smsMfaConfiguration = SmsMfaConfigType(smsConfiguration: sms)
        }
        #expect(answer.smsMfaConfiguration?.smsConfiguration == sms)
    }

    @Test func `a pool that is made or updated with required MFA and SMS settings requires codes by SMS`() async throws
    {
        let made = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.mfaConfiguration = .optional
                $0.smsConfiguration = PoolFixture.sms.smsConfiguration
            })
        #expect(try await config(made).smsMfaConfiguration?.smsConfiguration == PoolFixture.sms.smsConfiguration)
        let updated = try await PoolFixture.make()
        try await update(updated) {
            $0.mfaConfiguration = .on
            $0.smsConfiguration = PoolFixture.sms.smsConfiguration
        }
        #expect(try await config(updated).smsMfaConfiguration != nil)
        try await update(updated) { _ in }
        let kept = try await config(updated)
        #expect(kept.mfaConfiguration == .on && kept.smsMfaConfiguration != nil)
        try await update(updated) { $0.mfaConfiguration = .off }
        #expect(try await config(updated).mfaConfiguration == .off)
    }

    @Test func `an update with the same demand keeps the factors that it cannot name`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on, factors: [.softwareToken])
        try await update(fixture) {
            $0.mfaConfiguration = .on
            $0.smsConfiguration = PoolFixture.sms.smsConfiguration
        }
        let config = try await config(fixture)
        #expect(config.softwareTokenMfaConfiguration?.enabled == true && config.smsMfaConfiguration == nil)
    }

    @Test func `codes by e-mail need a mail account, the tier and another way of recovery`() async throws {
        let email = { (request: inout SetUserPoolMfaConfigRequest) in
            request.mfaConfiguration = .optional
            request.emailMfaConfiguration = EmailMfaConfigType()
        }
        let account = try await refusal(try await PoolFixture.make(), email)
        #expect(account?.code == .invalidParameter)
        let tier = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.emailConfiguration = PoolFixture.mailAccount
                $0.userPoolTier = .lite
            })
        #expect(try await refusal(tier, email)?.code == .featureUnavailableInTier)
        let recovery = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.emailConfiguration = PoolFixture.mailAccount
                $0.accountRecoverySetting = AccountRecoverySettingType(
                    recoveryMechanisms: [RecoveryOptionType(priority: 1, name: .verifiedEmail)])
            })
        #expect(try await refusal(recovery, email)?.code == .invalidParameter)
        let fine = try await PoolFixture.makeWithMFA(.optional, factors: [.email])
        // The account stays with the factor that needs it, and another account contradicts the factor.
        try await update(fine) { $0.mfaConfiguration = .optional }
        #expect(try await described(fine).emailConfiguration == PoolFixture.mailAccount)
        let taken = try await fault {
            try await update(fine) {
                $0.emailConfiguration = EmailConfigurationType(emailSendingAccount: .cognitoDefault)
            }
        }
        #expect(
            taken
                == .invalidParameter(
                    "EmailMfaConfiguration needs an EmailConfiguration with the EmailSendingAccount DEVELOPER."))
        let lowered = try await fault { try await update(fine) { $0.userPoolTier = .lite } }
        #expect(
            lowered
                == ServiceFault(
                    .featureUnavailableInTier, "EmailMfaConfiguration is not available in the UserPoolTier LITE."))
    }

    @Test(
        arguments: [
            ([.password, .emailOtp], .on, false), ([.password, .smsOtp], .on, false),
            ([.password, .webAuthn], .on, false),
            ([.password, .emailOtp, .smsOtp, .webAuthn], .optional, true), ([.password], .on, true),
            ([.webAuthn], .optional, false), ([.webAuthn], .off, false), ([.webAuthn, .emailOtp], .off, true),
            ([.password, .softwareToken], .off, false),
        ] as [([AuthFactorType], UserPoolMfaType, Bool)])
    func `first factors and required MFA are checked together, whichever is set second`(
        _ factors: [AuthFactorType], _ requirement: UserPoolMfaType, _ isFine: Bool
    ) async throws {
        let policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
        let made = try await fault {
            _ = try await PoolFixture.make(
                pool: PoolFixture.request {
                    $0.policies = policies
                    $0.mfaConfiguration = requirement
                    $0.smsConfiguration = PoolFixture.sms.smsConfiguration
                })
        }
        #expect((made == nil) == isFine && (made == nil || made?.code == .invalidParameter))
        let fixture = try await PoolFixture.make()
        if requirement != .off { try await fixture.allow([.softwareToken], requirement) }
        let updated = try await fault {
            try await update(fixture) {
                $0.policies = policies
                $0.mfaConfiguration = requirement
            }
        }
        #expect((updated == nil) == isFine)
    }

    @Test func `passkeys that count twice may come first where a second factor is required`() async throws {
        let policies = UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.policies = policies })
        for (factor, isFine) in [
            (nil, false), (.singleFactor, false), (.multiFactorWithUserVerification, true),
        ] as [(WebAuthnFactorConfigurationType?, Bool)] {
            let refusal = try await refusal(fixture) {
                $0.mfaConfiguration = .on
                $0.softwareTokenMfaConfiguration = SoftwareTokenMfaConfigType(enabled: true)
                $0.webAuthnConfiguration = WebAuthnConfigurationType(factorConfiguration: factor)
            }
            #expect((refusal == nil) == isFine)
        }
    }

    @Test(arguments: ["com", "127.0.0.1", "https://example.com", "example.com.", ""])
    func `a relying party that is not a domain is refused`(_ id: String) async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await refusal(fixture) {
            $0.webAuthnConfiguration = WebAuthnConfigurationType(relyingPartyId: id)
        }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await config(fixture).webAuthnConfiguration == nil)
    }

    @Test func `a pool that is not there has no settings`() async throws {
        let fixture = try await PoolFixture.make()
        let request = SetUserPoolMfaConfigRequest(userPoolId: "us-east-1_None", mfaConfiguration: .off)
        let refusal = try await fault { _ = try await fixture.administrator.setUserPoolMfaConfig(request) }
        #expect(refusal == .noSuchUserPool("us-east-1_None"))
    }
}
