// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

extension ReadingSamples {
    private static let role: WireValue = "arn:aws:iam::123456789012:role/logs"

    /// Objects with nothing but what their creation demands.
    static func new() async throws -> [Answer] {
        var samples = ReadingSamples(try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "new")))
        let client = try await samples.make("CreateUserPoolClient", ["ClientName": "new"])
        let clientID = client["UserPoolClient"]?["ClientId"] ?? .null
        try await samples.make("CreateGroup", ["GroupName": "editors"])
        let token = try await samples.makeUser("bob", attributes: [:], isComplete: false)
        try await samples.make("AdminAddUserToGroup", ["GroupName": "editors", "Username": "bob"])
        try await samples.readUser("bob", token: token, group: "editors")
        try await samples.make("CreateResourceServer", ["Identifier": "orders", "Name": "Orders"])
        try await samples.make(
            "CreateIdentityProvider",
            [
                "ProviderName": "Google", "ProviderType": "Google",
                "ProviderDetails": .object(ofTexts: PoolFixture.social),
            ])
        let style = try await samples.make(
            "CreateManagedLoginBranding", ["ClientId": clientID, "UseCognitoProvidedValues": true])
        try await samples.makeTerms(of: clientID)
        try await samples.make("CreateUserPoolDomain", ["Domain": "new"])
        let job = try await samples.make(
            "CreateUserImportJob", ["JobName": "job", "CloudWatchLogsRoleArn": role])["UserImportJob"]
        try await samples.read("DescribeUserImportJob", ["JobId": job?["JobId"] ?? .null])
        try await samples.read(
            "DescribeManagedLoginBranding",
            ["ManagedLoginBrandingId": style["ManagedLoginBranding"]?["ManagedLoginBrandingId"] ?? .null])
        try await samples.readPool(client: clientID, domain: "new", provider: "Google")
        return samples.answers
    }

    private func makeTerms(of client: WireValue) async throws {
        try await make(
            "CreateTerms",
            [
                "ClientId": client, "TermsName": "terms-of-use", "TermsSource": "LINK", "Enforcement": "NONE",
                "Links": ["cognito:default": "https://example.com/terms"],
            ])
    }

    /// Objects whose structures have few members.
    static func sparse() async throws -> [Answer] {
        let request: WireValue = [
            "PoolName": "sparse", "UsernameAttributes": ["email"], "DeviceConfiguration": [:],
            "SmsConfiguration": ["EumsSms": ["CallerArn": role]], "UserPoolAddOns": ["AdvancedSecurityMode": "AUDIT"],
            "DcrConfiguration": [:], "AdminCreateUserConfig": ["InviteMessageTemplate": [:]],
            "EmailConfiguration": [
                "EmailSendingAccount": "DEVELOPER",
                "SourceArn": "arn:aws:ses:us-east-1:123456789012:identity/a@example.com",
            ],
            "Schema": [
                ["Name": "a", "AttributeDataType": "String", "StringAttributeConstraints": ["MaxLength": "5"]],
                ["Name": "b", "AttributeDataType": "String", "StringAttributeConstraints": ["MinLength": "1"]],
                ["Name": "n", "AttributeDataType": "Number", "NumberAttributeConstraints": ["MaxValue": "5"]],
                ["Name": "d", "AttributeDataType": "DateTime"],
            ],
        ]
        var samples = ReadingSamples(
            try await PoolFixture.make(pool: CreateUserPoolRequest(answer: request, form: .json)))
        try await samples.read("DescribeUserPool")
        try await samples.make(
            "CreateUserPoolDomain",
            [
                "Domain": "auth.example.com",
                "CustomDomainConfig": ["CertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/a"],
            ])
        try await samples.read("DescribeUserPoolDomain", ["Domain": "auth.example.com"])
        try await samples.make(
            "SetUserPoolMfaConfig",
            [
                "MfaConfiguration": "OPTIONAL", "SmsMfaConfiguration": ["SmsConfiguration": ["SnsCallerArn": role]],
                "EmailMfaConfiguration": [:], "WebAuthnConfiguration": [:],
            ])
        try await samples.read("GetUserPoolMfaConfig")
        let client = try await samples.make(
            "CreateUserPoolClient", ["ClientName": "sparse", "AnalyticsConfiguration": [:]])
        try await samples.read(
            "DescribeUserPoolClient", ["ClientId": client["UserPoolClient"]?["ClientId"] ?? .null])
        try await samples.make(
            "SetLogDeliveryConfiguration",
            [
                "LogConfigurations": [
                    [
                        "LogLevel": "INFO", "EventSource": "userAuthEvents",
                        "FirehoseConfiguration": [
                            "StreamArn": "arn:aws:firehose:us-east-1:123456789012:deliverystream/a"
                        ],
                    ]
                ]
            ])
        try await samples.read("GetLogDeliveryConfiguration")
        try await samples.readRisks()
        let finished = try await PoolFixture.make()
        let job = try await finished.finishedJob([PoolFixture.row("ada")], hashing: .bcrypt)
        var imports = ReadingSamples(finished)
        try await imports.read("DescribeUserImportJob", ["JobId": .string(job.jobId ?? "")])
        let started = try await finished.gatehouse.startImport(of: [PoolFixture.row("eve")], intoPool: finished.poolID)
        try await imports.make("StopUserImportJob", ["JobId": .string(started.jobId ?? "")])
        try await finished.gatehouse.runImports()
        try await imports.read("DescribeUserImportJob", ["JobId": .string(started.jobId ?? "")])
        return samples.answers + imports.answers
    }

    /// Risk configurations with few members, with some and with all.
    private mutating func readRisks() async throws {
        try await read("DescribeRiskConfiguration")
        let client: WireValue = .string(fixture.client.id)
        try await make(
            "SetRiskConfiguration",
            [
                "ClientId": client, "AccountTakeoverRiskConfiguration": ["Actions": [:]],
                "CompromisedCredentialsRiskConfiguration": ["Actions": ["EventAction": "BLOCK"]],
                "RiskExceptionConfiguration": [:],
            ])
        try await read("DescribeRiskConfiguration", ["ClientId": client])
        let source: WireValue = "arn:aws:ses:us-east-1:123456789012:identity/a@example.com"
        let action: WireValue = ["Notify": true, "EventAction": "MFA_IF_CONFIGURED"]
        let mail: WireValue = ["Subject": "Subject", "HtmlBody": "<p>Some text</p>", "TextBody": "Some text"]
        let notifications: [WireValue] = [
            ["SourceArn": source],
            [
                "SourceArn": source, "From": "a@example.com", "ReplyTo": "a@example.com", "BlockEmail": mail,
                "NoActionEmail": ["Subject": "Subject"], "MfaEmail": mail,
            ],
        ]
        for notification in notifications {
            try await make(
                "SetRiskConfiguration",
                [
                    "AccountTakeoverRiskConfiguration": [
                        "NotifyConfiguration": notification,
                        "Actions": ["LowAction": action, "MediumAction": action, "HighAction": action],
                    ],
                    "CompromisedCredentialsRiskConfiguration": [
                        "EventFilter": ["SIGN_IN"], "Actions": ["EventAction": "BLOCK"],
                    ],
                    "RiskExceptionConfiguration": [
                        "BlockedIPRangeList": ["192.0.2.0/24"], "SkippedIPRangeList": ["198.51.100.0/24"],
                    ],
                ])
            try await read("DescribeRiskConfiguration")
        }
    }

    /// Objects with every member.
    static func complete() async throws -> [Answer] {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.aliasAttributes = [.email]
                $0.usernameConfiguration = UsernameConfigurationType(caseSensitive: false)
                $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: .audit)
            })
        var samples = ReadingSamples(fixture)
        try await samples.make(
            "SetUserPoolSessionConfiguration", ["UserSessionTracking": "ENABLED", "TokenSession": ["MaxPerUser": 5]])
        try await samples.make(
            "CreateGroup",
            ["GroupName": "editors", "Description": "Editors", "RoleArn": role, "Precedence": 1])
        let token = try await samples.makeUser(
            "alice",
            attributes: [
                "email": "alice@example.com", "email_verified": "true", "phone_number": "+12025550123",
                "phone_number_verified": "true",
            ], isComplete: true)
        try await samples.make("AdminAddUserToGroup", ["GroupName": "editors", "Username": "alice"])
        try await samples.readUser("alice", token: token, group: "editors")
        try await samples.readEvents()
        let client = try await samples.makeObjects()
        try await samples.makeComplete()
        try await samples.readPool(client: client, domain: "complete", provider: "corp")
        try await samples.read("DescribeUserPoolDomain", ["Domain": "auth.example.com"])
        try await samples.read("GetIdentityProviderByIdentifier", ["IdpIdentifier": "corp"])
        return samples.answers
    }

    /// The events of a user: a sign-in, and the begin of a recovery without a challenge; without feedback and with it.
    private mutating func readEvents() async throws {
        try await make("ForgotPassword", ["ClientId": .string(fixture.client.id), "Username": "alice"])
        let events = try await read("AdminListUserAuthEvents", ["Username": "alice"])
        let event = try #require(events["AuthEvents"]?.arrayValue?.first?["EventId"])
        try await make(
            "AdminUpdateAuthEventFeedback", ["Username": "alice", "EventId": event, "FeedbackValue": "Valid"])
        try await read("AdminListUserAuthEvents", ["Username": "alice"])
    }

    private func makeObjects() async throws -> WireValue {
        let image: WireValue = .string(Images.png.base64EncodedString())
        try await make(
            "CreateResourceServer",
            [
                "Identifier": "orders", "Name": "Orders",
                "Scopes": [["ScopeName": "read", "ScopeDescription": "Read orders"]],
            ])
        try await make(
            "CreateIdentityProvider",
            [
                "ProviderName": "corp", "ProviderType": "OIDC", "IdpIdentifiers": ["corp"],
                "ProviderDetails": .object(ofTexts: PoolFixture.openID), "AttributeMapping": ["email": "mail"],
                "AcrMapping": ["Level3": "silver"],
            ])
        var settings = UpdateScenario.clientSettings.objectValue ?? [:]
        settings["GenerateSecret"] = true
        settings["RefreshTokenRotation"] = ["Feature": "ENABLED", "RetryGracePeriodSeconds": 30]
        let made = try await make("CreateUserPoolClient", .object(settings))
        let client = try #require(made["UserPoolClient"]?["ClientId"])
        try await make("CreateUserPoolDomain", ["Domain": "complete", "ManagedLoginVersion": 2])
        try await make(
            "CreateUserPoolDomain",
            [
                "Domain": "auth.example.com",
                "CustomDomainConfig": [
                    "CertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/a",
                    "SecurityPolicy": "TLS_V1_2_2021",
                ],
            ])
        try await make(
            "CreateManagedLoginBranding",
            [
                "ClientId": client, "Settings": ["components": [:]],
                "Assets": [
                    ["Category": "FORM_LOGO", "ColorMode": "LIGHT", "Extension": "PNG", "Bytes": image],
                    ["Category": "FORM_LOGO", "ColorMode": "DARK", "Extension": "PNG", "ResourceId": "logo"],
                ],
            ])
        try await make(
            "SetUICustomization",
            ["ClientId": client, "CSS": ".label-customizable {font-weight: 400;}", "ImageFile": image])
        try await makeTerms(of: client)
        return client
    }

    /// Gives the pool every setting.
    private func makeComplete() async throws {
        let function: WireValue = "arn:aws:lambda:us-east-1:123456789012:function:f"
        var settings = UpdateScenario.poolSettings.objectValue ?? [:]
        var functions: [WireName: WireValue] = ["KMSKeyID": "arn:aws:kms:us-east-1:123456789012:key/k"]
        for name in [
            "PreSignUp", "CustomMessage", "PostConfirmation", "PreAuthentication", "PostAuthentication",
            "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse", "PreTokenGeneration",
            "UserMigration",
        ] { functions[WireName(name)] = function }
        functions["PreTokenGenerationConfig"] = ["LambdaVersion": "V2_0", "LambdaArn": function]
        for name in ["CustomSMSSender", "CustomEmailSender", "InboundFederation"] {
            functions[WireName(name)] = ["LambdaVersion": "V1_0", "LambdaArn": function]
        }
        settings["LambdaConfig"] = .object(functions)
        try await make("UpdateUserPool", .object(settings))
        try await make(
            "SetUserPoolMfaConfig",
            [
                "MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": ["Enabled": true],
                "SmsMfaConfiguration": [
                    "SmsAuthenticationMessage": "Factor {####}",
                    "SmsConfiguration": settings["SmsConfiguration"] ?? .null,
                ],
                "EmailMfaConfiguration": ["Message": "Use {####}", "Subject": "Code"],
                "WebAuthnConfiguration": [
                    "RelyingPartyId": "example.com", "UserVerification": "required",
                    "FactorConfiguration": "MULTI_FACTOR_WITH_USER_VERIFICATION",
                ],
            ])
        try await make(
            "SetLogDeliveryConfiguration",
            [
                "LogConfigurations": [
                    [
                        "LogLevel": "ERROR", "EventSource": "userNotification",
                        "CloudWatchLogsConfiguration": [
                            "LogGroupArn": "arn:aws:logs:us-east-1:123456789012:log-group:pools"
                        ],
                    ],
                    [
                        "LogLevel": "INFO", "EventSource": "userAuthEvents",
                        "S3Configuration": ["BucketArn": "arn:aws:s3:::bucket"],
                    ],
                ]
            ])
    }
}
