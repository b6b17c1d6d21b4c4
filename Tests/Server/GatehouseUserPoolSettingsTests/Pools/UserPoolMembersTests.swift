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

@Suite struct UserPoolMembersTests {
    /// Every member that a new pool can have; names of aliases and user-name attributes exclude each other.
    private static let settings = """
        {
            "PoolName": "everything",
            "Policies": {
                "PasswordPolicy": {
                    "MinimumLength": 12, "RequireUppercase": false, "RequireLowercase": true,
                    "RequireNumbers": true, "RequireSymbols": false, "PasswordHistorySize": 5,
                    "TemporaryPasswordValidityDays": 3
                },
                "SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP"]}
            },
            "DeletionProtection": "INACTIVE",
            "LambdaConfig": {
                "PreSignUp": "arn:aws:lambda:us-east-1:123456789012:function:f",
                "PreTokenGenerationConfig": {
                    "LambdaVersion": "V2_0", "LambdaArn": "arn:aws:lambda:us-east-1:123456789012:function:f"
                }
            },
            "AutoVerifiedAttributes": ["email"],
            "AliasAttributes": ["email"],
            "SmsVerificationMessage": "Text {####}",
            "EmailVerificationMessage": "Mail {####}",
            "EmailVerificationSubject": "Subject",
            "VerificationMessageTemplate": {
                "SmsMessage": "Text {####}", "EmailMessage": "Mail {####}", "EmailSubject": "Subject",
                "EmailMessageByLink": "{##here##}", "EmailSubjectByLink": "Link",
                "DefaultEmailOption": "CONFIRM_WITH_CODE"
            },
            "SmsAuthenticationMessage": "Factor {####}",
            "MfaConfiguration": "OFF",
            "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": ["email"]},
            "DeviceConfiguration": {"ChallengeRequiredOnNewDevice": true, "DeviceOnlyRememberedOnUserPrompt": true},
            "EmailConfiguration": {
                "SourceArn": "arn:aws:ses:us-east-1:123456789012:identity/a@example.com",
                "ReplyToEmailAddress": "a@example.com", "EmailSendingAccount": "DEVELOPER",
                "From": "A <a@example.com>", "ConfigurationSet": "set"
            },
            "SmsConfiguration": {
                "SnsCallerArn": "arn:aws:iam::123456789012:role/sms", "ExternalId": "id", "SnsRegion": "us-east-1"
            },
            "UserPoolTags": {"team": "a"},
            "AdminCreateUserConfig": {
                "AllowAdminCreateUserOnly": true, "UnusedAccountValidityDays": 3,
                "InviteMessageTemplate": {
                    "SMSMessage": "{username} {####}", "EmailMessage": "{username} {####}", "EmailSubject": "Welcome"
                }
            },
            "UserPoolAddOns": {
                "AdvancedSecurityMode": "AUDIT", "AdvancedSecurityAdditionalFlows": {"CustomAuthMode": "AUDIT"}
            },
            "DcrConfiguration": {"EnableStatus": "Disabled", "OpenDcrEnabled": false},
            "UsernameConfiguration": {"CaseSensitive": false},
            "AccountRecoverySetting": {"RecoveryMechanisms": [{"Priority": 1, "Name": "verified_email"}]},
            "UserPoolTier": "PLUS",
            "KeyConfiguration": {
                "KeyType": "CUSTOMER_MANAGED_KEY", "KmsKeyArn": "arn:aws:kms:us-east-1:123456789012:key/k"
            },
            "IssuerConfiguration": {"Type": "ORIGINAL"},
            "AcrConfiguration": {
                "Level1": {"AcrValue": "low"}, "Level2": {"AcrValue": "code"}, "Level3": {"AcrValue": "strong"},
                "Level4": {"AcrValue": "strongest"}
            }
        }
        """

    private static func document() throws -> WireValue { try WireValue(json: Data(settings.utf8)) }

    private func described(_ fixture: PoolFixture) async throws -> [WireName: WireValue] {
        let pool = try await fixture.administrator.describeUserPool(
            DescribeUserPoolRequest(userPoolId: fixture.poolID)
        ).userPool
        return pool?.wireValue(in: .json).objectValue ?? [:]
    }

    @Test func `every member of a new pool is kept and shown`() async throws {
        let request = try CreateUserPoolRequest(answer: Self.document(), form: .json)
        let fixture = try await PoolFixture.make(pool: request)
        let (sent, shown) = (
            try #require(Self.document().objectValue), try await described(fixture)
        )
        #expect(sent == request.wireValue(in: .json).objectValue, "a member has no place in the shape")
        for (name, value) in sent where name != "PoolName" {
            #expect(shown[name] == value, "\(name)")
        }
        #expect(shown["Name"] == sent["PoolName"])
    }

    @Test func `every member of an update is kept and shown`() async throws {
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test"))
        var sent = try #require(Self.document().objectValue)
        for fixed in ["AliasAttributes", "UsernameConfiguration"] { sent[fixed] = nil }
        sent["UserPoolId"] = .string(fixture.poolID)
        let request = try UpdateUserPoolRequest(answer: .object(sent), form: .json)
        #expect(sent == request.wireValue(in: .json).objectValue, "a member has no place in the shape")
        _ = try await fixture.administrator.updateUserPool(request)
        let shown = try await described(fixture)
        for (name, value) in sent where name != "PoolName" && name != "UserPoolId" {
            #expect(shown[name] == value, "\(name)")
        }
    }

    @Test func `a member that a request omits gets Cognito's default`() async throws {
        let shown = try await described(PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test")))
        let expected = try WireValue(
            json: Data(
                """
                {
                    "LambdaConfig": {}, "UserPoolTags": {}, "MfaConfiguration": "OFF",
                    "DeletionProtection": "INACTIVE", "UserPoolTier": "ESSENTIALS", "EstimatedNumberOfUsers": 0,
                    "VerificationMessageTemplate": {"DefaultEmailOption": "CONFIRM_WITH_CODE"},
                    "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": []},
                    "EmailConfiguration": {"EmailSendingAccount": "COGNITO_DEFAULT"},
                    "AdminCreateUserConfig": {"AllowAdminCreateUserOnly": false, "UnusedAccountValidityDays": 7},
                    "KeyConfiguration": {"KeyType": "AWS_OWNED_KEY"}, "IssuerConfiguration": {"Type": "ORIGINAL"},
                    "Policies": {
                        "PasswordPolicy": {
                            "MinimumLength": 8, "RequireUppercase": true, "RequireLowercase": true,
                            "RequireNumbers": true, "RequireSymbols": true, "TemporaryPasswordValidityDays": 7
                        },
                        "SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD"]}
                    }
                }
                """.utf8))
        for (name, value) in expected.objectValue ?? [:] { #expect(shown[name] == value, "\(name)") }
        let others: [WireName] = ["Id", "Arn", "Name", "CreationDate", "LastModifiedDate", "SchemaAttributes"]
        #expect(Set(shown.keys) == Set((expected.objectValue ?? [:]).keys).union(others))
    }
}
