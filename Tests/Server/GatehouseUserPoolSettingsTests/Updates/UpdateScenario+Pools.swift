// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire

/// The scenarios for pools and clients.
extension UpdateScenario {
    private static let role: WireValue = "arn:aws:iam::123456789012:role/sms"
    private static let sms: WireValue = [
        "SnsCallerArn": role, "ExternalId": "id", "SnsRegion": "us-east-1",
        "EumsSms": [
            "CallerArn": role, "ExternalId": "id", "OriginationIdentity": "phone", "ConfigurationSetName": "set",
            "InEntityId": "1", "InTemplateId": "2", "Region": "us-east-1",
        ],
    ]
    private static let mail: WireValue = [
        "SourceArn": "arn:aws:ses:us-east-1:123456789012:identity/a@example.com",
        "ReplyToEmailAddress": "a@example.com", "EmailSendingAccount": "DEVELOPER", "From": "A <a@example.com>",
        "ConfigurationSet": "set",
    ]
    private static let function: WireValue = "arn:aws:lambda:us-east-1:123456789012:function:f"

    /// Every member that an update of a pool can have.
    static let poolSettings: WireValue = [
        "PoolName": "everything",
        "Policies": [
            "PasswordPolicy": [
                "MinimumLength": 12, "RequireUppercase": false, "RequireLowercase": true, "RequireNumbers": true,
                "RequireSymbols": false, "PasswordHistorySize": 5, "TemporaryPasswordValidityDays": 7,
            ],
            "SignInPolicy": ["AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP"]],
        ],
        "DeletionProtection": "ACTIVE",
        "LambdaConfig": ["PreSignUp": function],
        "AutoVerifiedAttributes": ["email"],
        "SmsVerificationMessage": "Text {####}",
        "EmailVerificationMessage": "Mail {####}",
        "EmailVerificationSubject": "Subject",
        "VerificationMessageTemplate": [
            "SmsMessage": "Text {####}", "EmailMessage": "Mail {####}", "EmailSubject": "Subject",
            "EmailMessageByLink": "{##here##}", "EmailSubjectByLink": "Link",
            "DefaultEmailOption": "CONFIRM_WITH_CODE",
        ],
        "SmsAuthenticationMessage": "Factor {####}",
        "MfaConfiguration": "OPTIONAL",
        "UserAttributeUpdateSettings": ["AttributesRequireVerificationBeforeUpdate": ["email"]],
        "DeviceConfiguration": ["ChallengeRequiredOnNewDevice": true, "DeviceOnlyRememberedOnUserPrompt": true],
        "EmailConfiguration": mail,
        "SmsConfiguration": sms,
        "UserPoolTags": ["team": "a"],
        "AdminCreateUserConfig": [
            "AllowAdminCreateUserOnly": true, "UnusedAccountValidityDays": 7,
            "InviteMessageTemplate": [
                "SMSMessage": "{username} {####}", "EmailMessage": "{username} {####}", "EmailSubject": "Welcome",
            ],
        ],
        "UserPoolAddOns": [
            "AdvancedSecurityMode": "AUDIT", "AdvancedSecurityAdditionalFlows": ["CustomAuthMode": "AUDIT"],
        ],
        "DcrConfiguration": [
            "EnableStatus": "Disabled", "OpenDcrEnabled": false, "AuthenticatedGrantTypes": ["code"],
            "OpenDcrGrantTypes": ["code"], "AllowedScopes": ["openid"],
        ],
        "AccountRecoverySetting": ["RecoveryMechanisms": [["Priority": 1, "Name": "verified_phone_number"]]],
        "UserPoolTier": "PLUS",
        "KeyConfiguration": [
            "KeyType": "CUSTOMER_MANAGED_KEY", "KmsKeyArn": "arn:aws:kms:us-east-1:123456789012:key/k",
        ],
        "IssuerConfiguration": ["Type": "UPDATED"],
        "AcrConfiguration": [
            "Level1": ["AcrValue": "low"], "Level2": ["AcrValue": "code"], "Level3": ["AcrValue": "strong"],
            "Level4": ["AcrValue": "strongest"],
        ],
    ]

    /// A new pool.
    private static func pool(
        _ change: @escaping @Sendable (inout CreateUserPoolRequest) -> Void = { _ in }
    )
        async throws -> UpdatedObject
    {
        var request = CreateUserPoolRequest(poolName: "test")
        change(&request)
        let fixture = try await PoolFixture.make(pool: request)
        let names: [WireName: WireValue] = [
            "UserPoolId": .string(fixture.poolID), "ClientId": .string(fixture.client.id),
        ]
        let read = { @Sendable () async throws -> WireValue in
            let answer = try await fixture.perform("DescribeUserPool", ["UserPoolId": .string(fixture.poolID)])
            var members = answer["UserPool"]?.objectValue ?? [:]
            members["PoolName"] = members.removeValue(forKey: "Name")
            return .object(members)
        }
        return UpdatedObject(fixture: fixture, names: names, read: read)
    }

    private static let appAlone: WireValue = [
        "MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": ["Enabled": true],
    ]

    static let pools = [
        UpdateScenario(operation: "UpdateUserPool", full: poolSettings) {
            var object = try await pool()
            object.prepare = { [object] in try await object.call("SetUserPoolMfaConfig", appAlone) }
            return object
        },
        UpdateScenario(
            operation: "UpdateUserPool", condition: .factor, full: poolSettings,
            settle: { object in
                try await object.call(
                    "SetUserPoolMfaConfig",
                    [
                        "MfaConfiguration": "OPTIONAL", "EmailMfaConfiguration": ["Subject": "Code"],
                        "SmsMfaConfiguration": [
                            "SmsAuthenticationMessage": "Factor {####}", "SmsConfiguration": sms,
                        ],
                    ])
            },
            make: {
                var object = try await pool()
                object.prepare = { [object] in try await object.call("SetUserPoolMfaConfig", appAlone) }
                return object
            }),
        UpdateScenario(
            operation: "SetUserPoolMfaConfig",
            full: [
                "MfaConfiguration": "OPTIONAL",
                "SmsMfaConfiguration": ["SmsAuthenticationMessage": "Factor {####}", "SmsConfiguration": sms],
                "SoftwareTokenMfaConfiguration": ["Enabled": true],
                "EmailMfaConfiguration": ["Message": "Use {####}", "Subject": "Code"],
                "WebAuthnConfiguration": ["RelyingPartyId": "example.com", "UserVerification": "required"],
            ]
        ) {
            let object = try await pool { $0.emailConfiguration = EmailConfigurationType.sample }
            let fixture = object.fixture
            return UpdatedObject(fixture: fixture, names: object.names) {
                try await fixture.perform("GetUserPoolMfaConfig", ["UserPoolId": .string(fixture.poolID)])
            }
        },
    ]

    /// Every member that an update of a client can have, without rotation.
    static let clientSettings: WireValue = [
        "ClientName": "everything", "RefreshTokenValidity": 48, "AccessTokenValidity": 20, "IdTokenValidity": 21,
        "TokenValidityUnits": ["AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "hours"],
        "ReadAttributes": ["email", "name"], "WriteAttributes": ["email"],
        "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH"], "SupportedIdentityProviders": ["COGNITO"],
        "CallbackURLs": ["https://example.com/in", "myapp://in"], "LogoutURLs": ["https://example.com/out"],
        "DefaultRedirectURI": "myapp://in", "AllowedOAuthFlows": ["code"], "AllowedOAuthScopes": ["email", "openid"],
        "AllowedOAuthFlowsUserPoolClient": true,
        "AnalyticsConfiguration": [
            "ApplicationId": "abc", "ApplicationArn": "arn:aws:mobiletargeting:us-east-1:123456789012:apps/abc",
            "RoleArn": role, "ExternalId": "x", "UserDataShared": true,
        ],
        "PreventUserExistenceErrors": "ENABLED", "EnableTokenRevocation": false,
        "EnablePropagateAdditionalUserContextData": true, "AuthSessionValidity": 10,
    ]

    private static func client(_ rotation: WireValue, _ condition: UpdateRow.Condition?) -> UpdateScenario {
        var full = clientSettings.objectValue ?? [:]
        full["RefreshTokenRotation"] = rotation
        return UpdateScenario(operation: "UpdateUserPoolClient", condition: condition, full: .object(full)) {
            let fixture = try await PoolFixture.make { $0.explicitAuthFlows = nil }
            let names: [WireName: WireValue] = [
                "UserPoolId": .string(fixture.poolID), "ClientId": .string(fixture.client.id),
            ]
            return UpdatedObject(fixture: fixture, names: names) {
                try await fixture.perform("DescribeUserPoolClient", .object(names))["UserPoolClient"] ?? [:]
            }
        }
    }

    static let clients = [
        client(["Feature": "DISABLED", "RetryGracePeriodSeconds": 0], nil),
        client(["Feature": "ENABLED", "RetryGracePeriodSeconds": 30], .rotation),
    ]
}

extension EmailConfigurationType {
    /// An account from which codes can be sent by e-mail.
    static let sample = EmailConfigurationType(
        sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/a@example.com", emailSendingAccount: .developer)
}
