// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct UserPoolSettingsTests {
    private func described(_ change: (inout CreateUserPoolRequest) -> Void) async throws -> UserPoolType {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request(change))
        return try #require(
            try await fixture.administrator.describeUserPool(
                DescribeUserPoolRequest(userPoolId: fixture.poolID)
            ).userPool)
    }

    private func refusal(_ change: (inout CreateUserPoolRequest) -> Void) async throws -> ServiceFault? {
        try await fault { _ = try await described(change) }
    }

    @Test func `either name of the validity of temporary passwords sets both`() async throws {
        let older = try await described {
            $0.adminCreateUserConfig = AdminCreateUserConfigType(unusedAccountValidityDays: 3)
        }
        let newer = try await described {
            $0.policies = UserPoolPolicyType(passwordPolicy: PasswordPolicyType(temporaryPasswordValidityDays: 3))
        }
        for pool in [older, newer] {
            #expect(pool.adminCreateUserConfig?.unusedAccountValidityDays == 3)
            #expect(pool.policies?.passwordPolicy?.temporaryPasswordValidityDays == 3)
        }
    }

    @Test func `two different validities of temporary passwords are refused`() async throws {
        let refusal = try await refusal {
            $0.adminCreateUserConfig = AdminCreateUserConfigType(unusedAccountValidityDays: 3)
            $0.policies = UserPoolPolicyType(passwordPolicy: PasswordPolicyType(temporaryPasswordValidityDays: 4))
        }
        #expect(
            refusal
                == .invalidParameter(
                    "Please use TemporaryPasswordValidityDays in PasswordPolicy instead of UnusedAccountValidityDays"))
    }

    @Test func `older and newer members for message texts have the same values`() async throws {
        let older = try await described {
            $0.emailVerificationMessage = "Mail {####}"
            $0.emailVerificationSubject = "Subject"
            $0.smsVerificationMessage = "Text {####}"
        }
        #expect(older.verificationMessageTemplate?.emailMessage == "Mail {####}")
        #expect(older.verificationMessageTemplate?.emailSubject == "Subject")
        #expect(older.verificationMessageTemplate?.smsMessage == "Text {####}")
        #expect(older.verificationMessageTemplate?.defaultEmailOption == .confirmWithCode)
        let newer = try await described {
            $0.verificationMessageTemplate = VerificationMessageTemplateType(emailMessage: "New {####}")
        }
        #expect(newer.emailVerificationMessage == "New {####}")
    }

    @Test func `messages use the pool's texts`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { request in
                request.verificationMessageTemplate = VerificationMessageTemplateType(
                    emailMessage: "Use {####}, please", emailSubject: "Your code")
                request.adminCreateUserConfig = AdminCreateUserConfigType(
                    inviteMessageTemplate: MessageTemplateType(
                        emailMessage: "{username}: {####}", emailSubject: "Welcome"))
            })
        try await fixture.signUp()
        let code = try #require(fixture.gatehouse.messages().first)
        #expect(code.subject == "Your code" && code.body == "Use \(code.code), please")
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "bob",
                userAttributes: [AttributeType(name: "email", value: "bob@example.com")],
                temporaryPassword: PoolFixture.password, desiredDeliveryMediums: [.email]))
        let invitation = try #require(fixture.gatehouse.messages().first)
        #expect(invitation.subject == "Welcome" && invitation.body == "bob: \(PoolFixture.password)")
    }

    @Test func `a new pool has one text for a message, also if the request has both of its names`() async throws {
        let differing: [(inout CreateUserPoolRequest) -> Void] = [
            {
                $0.smsVerificationMessage = "A {####}"
                $0.verificationMessageTemplate = VerificationMessageTemplateType(smsMessage: "B {####}")
            },
            {
                $0.emailVerificationMessage = "A {####}"
                $0.verificationMessageTemplate = VerificationMessageTemplateType(emailMessage: "B {####}")
            },
            {
                $0.emailVerificationSubject = "A"
                $0.verificationMessageTemplate = VerificationMessageTemplateType(emailSubject: "B")
            },
        ]
        let names = [
            "SmsVerificationMessage and the SmsMessage", "EmailVerificationMessage and the EmailMessage",
            "EmailVerificationSubject and the EmailSubject",
        ]
        for (name, change) in zip(names, differing) {
            #expect(
                try await refusal(change)
                    == .invalidParameter("\(name) of VerificationMessageTemplate must be identical."))
        }
        let pool = try await described {
            $0.emailVerificationMessage = "A {####}"
            $0.verificationMessageTemplate = VerificationMessageTemplateType(emailMessage: "A {####}")
        }
        #expect(pool.emailVerificationMessage == "A {####}")
    }

    @Test func `the lowest tier has the password as its only first factor`() async throws {
        func pool(_ factors: [AuthFactorType]) async throws -> ServiceFault? {
            try await refusal {
                $0.userPoolTier = .lite
                $0.policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
            }
        }
        for factors in [[.password, .emailOtp], [.password, .smsOtp], [.password, .webAuthn]] as [[AuthFactorType]] {
            #expect(
                try await pool(factors)
                    == ServiceFault(
                        .featureUnavailableInTier,
                        "AllowedFirstAuthFactors other than PASSWORD are not available in the UserPoolTier LITE."))
        }
        #expect(try await pool([.password]) == nil)
    }

    @Test(arguments: ["no place at all", "only {username}", "only {####}"])
    func `an invitation has a place for the name and one for the password`(_ text: String) async throws {
        for template in [MessageTemplateType(smsMessage: text), MessageTemplateType(emailMessage: text)] {
            let refusal = try await refusal {
                $0.adminCreateUserConfig = AdminCreateUserConfigType(inviteMessageTemplate: template)
            }
            #expect(refusal?.code == .invalidParameter)
        }
    }

    @Test(arguments: [
        [(1, "verified_email"), (1, "verified_phone_number")], [(1, "verified_email"), (2, "verified_email")],
        [(1, "admin_only"), (2, "verified_email")],
    ])
    func `ways to recover an account do not get in each other's way`(_ ways: [(Int, String)]) async throws {
        let refusal = try await refusal {
            $0.accountRecoverySetting = AccountRecoverySettingType(
                recoveryMechanisms: ways.map {
                    RecoveryOptionType(priority: $0.0, name: RecoveryOptionNameType(rawValue: $0.1))
                })
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test(arguments: [["Level1": "a", "Level2": "a"], ["Level1": "urn:cognito:loa:3"]])
    func `levels of authentication have names of their own`(_ names: [String: String]) async throws {
        let refusal = try await refusal { $0.acrConfiguration = names.mapValues { AcrLevelConfigType(acrValue: $0) } }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a pool that names levels shows the usual names of the others, too`() async throws {
        let pool = try await described { $0.acrConfiguration = ["Level2": AcrLevelConfigType(acrValue: "code")] }
        #expect(
            pool.acrConfiguration?.mapValues(\.acrValue) == [
                "Level1": "urn:cognito:loa:1", "Level2": "code", "Level3": "urn:cognito:loa:3",
                "Level4": "urn:cognito:loa:4",
            ])
        #expect(try await described { $0.acrConfiguration = [:] }.acrConfiguration == nil)
    }

    @Test func `levels have no other names in the lowest tier`() async throws {
        let names = ["Level4": AcrLevelConfigType(acrValue: "gold")]
        let refusal = try await refusal { ($0.userPoolTier, $0.acrConfiguration) = (.lite, names) }
        #expect(refusal?.code == .featureUnavailableInTier)
        #expect(try await self.refusal { ($0.userPoolTier, $0.acrConfiguration) = (.lite, [:]) } == nil)
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.acrConfiguration = names })
        let downgrade = try await fault {
            _ = try await fixture.administrator.updateUserPool(
                UpdateUserPoolRequest(userPoolId: fixture.poolID, userPoolTier: .lite, acrConfiguration: names))
        }
        #expect(downgrade?.code == .featureUnavailableInTier)
    }

    @Test func `a customer managed key and a DEVELOPER mail account need their ARNs`() async throws {
        let key = try await refusal { $0.keyConfiguration = KeyConfigurationType(keyType: .customerManagedKey) }
        #expect(key?.code == .invalidParameter)
        let mail = try await refusal {
            $0.emailConfiguration = EmailConfigurationType(emailSendingAccount: .developer)
        }
        #expect(mail?.code == .invalidParameter)
    }

    @Test(arguments: [("9", "1"), ("x", nil), (nil, "nan"), (nil, "")] as [(String?, String?)])
    func `limits of a number that cannot be are refused`(_ least: String?, _ most: String?) async throws {
        let refusal = try await refusal {
            $0.schema = [
                SchemaAttributeType(
                    name: "size", attributeDataType: .number,
                    numberAttributeConstraints: NumberAttributeConstraintsType(minValue: least, maxValue: most))
            ]
        }
        let message =
            least == "9"
            ? "user.custom:size: Max value cannot be less than min value."
            : "Invalid NumberAttributeConstraints for schema attribute custom:size"
        #expect(refusal == .invalidParameter(message))
    }

    @Test(arguments: [("x", nil), (nil, "1.5"), ("-1", nil), (nil, "")] as [(String?, String?)])
    func `text length limits that are not whole numbers are refused`(_ least: String?, _ most: String?) async throws {
        let refusal = try await refusal {
            $0.schema = [
                SchemaAttributeType(
                    name: "email", attributeDataType: .string,
                    stringAttributeConstraints: StringAttributeConstraintsType(minLength: least, maxLength: most))
            ]
        }
        #expect(refusal == .invalidParameter("Invalid StringAttributeConstraints for schema attribute email"))
    }

    @Test(arguments: [("2049", nil), (nil, "2049"), ("2049", "4000")] as [(String?, String?)])
    func `a text has at most 2,048 characters, at the least and at the most`(
        _ least: String?, _ most: String?
    ) async throws {
        let refusal = try await refusal {
            $0.schema = [
                SchemaAttributeType(
                    name: "note", attributeDataType: .string,
                    stringAttributeConstraints: StringAttributeConstraintsType(minLength: least, maxLength: most))
            ]
        }
        #expect(
            refusal
                == .invalidParameter("user.custom:note: String attributes cannot have a length of more than 2048"))
    }

    @Test func `constraints that do not fit an attribute's type are left out`() async throws {
        let (texts, numbers) = (
            StringAttributeConstraintsType(maxLength: "9"), NumberAttributeConstraintsType(maxValue: "9")
        )
        let names: [(String, AttributeDataType)] = [
            ("text", .string), ("size", .number), ("flag", .boolean), ("day", .dateTime), ("email", .string),
            ("updated_at", .number),
        ]
        let pool = try await described {
            $0.schema = names.map {
                SchemaAttributeType(
                    name: $0, attributeDataType: $1, numberAttributeConstraints: numbers,
                    stringAttributeConstraints: texts)
            }
        }
        for (name, type) in names {
            let attribute = pool.schemaAttributes?.first { $0.name == name || $0.name == "custom:" + name }
            #expect(attribute?.stringAttributeConstraints == (type == .string ? texts : nil), "\(name)")
            #expect(attribute?.numberAttributeConstraints == (type == .number ? numbers : nil), "\(name)")
        }
    }

    @Test(arguments: [("5", true), ("0", false), ("11", false), ("nan", false), ("five", false)])
    func `a number keeps within its limits`(_ value: String, _ isFine: Bool) async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.schema = [
                    SchemaAttributeType(
                        name: "size", attributeDataType: .number,
                        numberAttributeConstraints: NumberAttributeConstraintsType(minValue: "1", maxValue: "10"))
                ]
            })
        let refusal = try await fault {
            _ = try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: "alice",
                    userAttributes: [AttributeType(name: "custom:size", value: value)], messageAction: .suppress))
        }
        #expect((refusal == nil) == isFine)
    }
}
