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

@Suite struct UpdateUserPoolTests {
    private func described(_ fixture: PoolFixture) async throws -> UserPoolType {
        try #require(
            try await fixture.administrator.describeUserPool(
                DescribeUserPoolRequest(userPoolId: fixture.poolID)
            ).userPool)
    }

    private func update(_ request: UpdateUserPoolRequest, in fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.updateUserPool(request)
    }

    @Test func `an update keeps the policies, the protection and the tags, and fixed members stay`() async throws {
        let policy = PasswordPolicyType(minimumLength: 20)
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "shop", policies: UserPoolPolicyType(passwordPolicy: policy),
                deletionProtection: .active, autoVerifiedAttributes: [.email], aliasAttributes: [.email],
                userPoolTags: ["team": "a"],
                schema: [SchemaAttributeType(name: "size", attributeDataType: .string)],
                usernameConfiguration: UsernameConfigurationType(caseSensitive: false)))
        let before = try await described(fixture)
        fixture.gatehouse.clock.advance(by: 60)
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID,
                adminCreateUserConfig: AdminCreateUserConfigType(allowAdminCreateUserOnly: true)),
            in: fixture)
        let after = try await described(fixture)
        #expect(after.policies?.passwordPolicy?.minimumLength == 20)
        #expect(after.deletionProtection == .active && after.autoVerifiedAttributes == nil)
        #expect(after.userPoolTags == ["team": "a"] && after.adminCreateUserConfig?.allowAdminCreateUserOnly == true)
        #expect(after.name == "shop" && after.id == before.id && after.arn == before.arn)
        #expect(after.schemaAttributes == before.schemaAttributes && after.aliasAttributes == [.email])
        #expect(after.usernameConfiguration?.caseSensitive == false)
        #expect(after.creationDate == before.creationDate)
        #expect(after.lastModifiedDate == fixture.gatehouse.clock.now)
    }

    @Test func `an update of the triggers alone leaves MFA on`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.mfaConfiguration = .on
                $0.smsConfiguration = SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")
            })
        let function = "arn:aws:lambda:us-east-1:123456789012:function:f"
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID, lambdaConfig: LambdaConfigType(postAuthentication: function)),
            in: fixture)
        let after = try await described(fixture)
        #expect(after.mfaConfiguration == .on && after.smsConfiguration != nil)
        #expect(after.lambdaConfig?.postAuthentication == function)
        let factors = try await fixture.administrator.getUserPoolMfaConfig(
            GetUserPoolMfaConfigRequest(userPoolId: fixture.poolID))
        #expect(factors.smsMfaConfiguration?.smsConfiguration != nil)
    }

    @Test func `the days of temporary passwords are part of the kept policy`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.adminCreateUserConfig = AdminCreateUserConfigType(
                    allowAdminCreateUserOnly: true, unusedAccountValidityDays: 3)
            })
        try await update(UpdateUserPoolRequest(userPoolId: fixture.poolID), in: fixture)
        let kept = try await described(fixture)
        #expect(kept.policies?.passwordPolicy?.temporaryPasswordValidityDays == 3)
        #expect(kept.adminCreateUserConfig?.unusedAccountValidityDays == 3)
        #expect(kept.adminCreateUserConfig?.allowAdminCreateUserOnly == false)
        // What DescribeUserPool returned can be sent back as it is.
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID, policies: kept.policies,
                adminCreateUserConfig: kept.adminCreateUserConfig),
            in: fixture)
        #expect(try await described(fixture).policies == kept.policies)
    }

    @Test func `of two texts for one message, the one that the pool does not have yet is the new one`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.verificationMessageTemplate = VerificationMessageTemplateType(
                    smsMessage: "S {####}", emailMessage: "E {####}", emailSubject: "Subject")
            })
        /// Changes what was read, sends it back, and reads the texts of both places.
        func change(_ change: (inout UpdateUserPoolRequest) -> Void) async throws -> [String?] {
            let read = try await described(fixture)
            var request = UpdateUserPoolRequest(
                userPoolId: fixture.poolID, smsVerificationMessage: read.smsVerificationMessage,
                emailVerificationMessage: read.emailVerificationMessage,
                emailVerificationSubject: read.emailVerificationSubject,
                verificationMessageTemplate: read.verificationMessageTemplate)
            change(&request)
            try await update(request, in: fixture)
            let after = try await described(fixture)
            let older = [after.smsVerificationMessage, after.emailVerificationMessage, after.emailVerificationSubject]
            let template = after.verificationMessageTemplate
            #expect([template?.smsMessage, template?.emailMessage, template?.emailSubject] == older)
            return older
        }
        #expect(try await change { _ in } == ["S {####}", "E {####}", "Subject"])
        let older = try await change {
            $0.smsVerificationMessage = "S2 {####}"
            $0.emailVerificationMessage = "E2 {####}"
            $0.emailVerificationSubject = "Subject 2"
        }
        #expect(older == ["S2 {####}", "E2 {####}", "Subject 2"])
        let newer = try await change {
            $0.verificationMessageTemplate?.smsMessage = "S3 {####}"
            $0.verificationMessageTemplate?.emailMessage = "E3 {####}"
            $0.verificationMessageTemplate?.emailSubject = "Subject 3"
        }
        #expect(newer == ["S3 {####}", "E3 {####}", "Subject 3"])
    }

    @Test func `the next operation follows the new settings`() async throws {
        let fixture = try await PoolFixture.make()
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID,
                adminCreateUserConfig: AdminCreateUserConfigType(allowAdminCreateUserOnly: true)),
            in: fixture)
        #expect(try await fault { try await fixture.signUp() }?.code == .notAuthorized)
    }

    @Test func `an attribute that waits for its code must be one that gets a code`() async throws {
        let fixture = try await PoolFixture.make()
        var request = UpdateUserPoolRequest(
            userPoolId: fixture.poolID,
            userAttributeUpdateSettings: UserAttributeUpdateSettingsType(
                attributesRequireVerificationBeforeUpdate: [.email]))
        #expect(try await fault { try await update(request, in: fixture) }?.code == .invalidParameter)
        request.autoVerifiedAttributes = [.email]
        try await update(request, in: fixture)
    }

    @Test func `a pool that is not there cannot be changed`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault {
            try await update(UpdateUserPoolRequest(userPoolId: "us-east-1_None"), in: fixture)
        }
        #expect(refusal == .noSuchUserPool("us-east-1_None"))
    }
}
