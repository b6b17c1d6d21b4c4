// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseProject
import Testing

@testable import GatehouseDeployment

/// The shapes of the files of generation 1, which documents for app developers show.
@Suite struct AppFileShapeTests {
    private let project: AppProject

    init() throws { project = try AppProject() }

    @Test func `the file of AWSMobileClient has all sections of pools, pages and providers`() throws {
        try project.update(AppContent.everything.files)
        let expected: JSONValue = [
            "AppSync": [
                "Default": [
                    "ApiUrl": "https://auth.example.org/apis/shop/graphql", "AuthMode": "AMAZON_COGNITO_USER_POOLS",
                    "ClientDatabasePrefix": "shop_AMAZON_COGNITO_USER_POOLS", "Region": "eu-west-1",
                ],
                "shop_API_KEY": [
                    "ApiKey": "da2-key", "ApiUrl": "https://auth.example.org/apis/shop/graphql",
                    "AuthMode": "API_KEY", "ClientDatabasePrefix": "shop_API_KEY", "Region": "eu-west-1",
                ],
                "shop_AWS_IAM": [
                    "ApiUrl": "https://auth.example.org/apis/shop/graphql", "AuthMode": "AWS_IAM",
                    "ClientDatabasePrefix": "shop_AWS_IAM", "Region": "eu-west-1",
                ],
            ],
            "Auth": [
                "Default": [
                    "Endpoint": "https://auth.example.org",
                    "OAuth": [
                        "AppClientId": .string(AppContent.clientID), "AppClientSecret": "clientsecret",
                        "Scopes": ["openid", "email"], "SignInRedirectURI": "myapp://",
                        "SignOutRedirectURI": "myapp://", "WebDomain": "https://auth.example.org/domains/shop-dev",
                    ],
                    "authenticationFlowType": "USER_SRP_AUTH", "mfaConfiguration": "OPTIONAL", "mfaTypes": ["TOTP"],
                    "passwordProtectionSettings": [
                        "passwordPolicyCharacters": ["REQUIRES_UPPERCASE", "REQUIRES_NUMBERS"],
                        "passwordPolicyMinLength": 10,
                    ],
                    "signupAttributes": ["EMAIL"], "socialProviders": ["GOOGLE"], "usernameAttributes": ["EMAIL"],
                    "verificationMechanisms": ["EMAIL"],
                ]
            ],
            "CognitoUserPool": [
                "Default": [
                    "AppClientId": .string(AppContent.clientID), "AppClientSecret": "clientsecret",
                    "PoolId": .string(AppContent.userPoolID), "Region": "eu-west-1",
                ]
            ],
            "CredentialsProvider": [
                "CognitoIdentity": ["Default": ["PoolId": .string(AppContent.identityPoolID), "Region": "eu-west-1"]]
            ],
            "FacebookSignIn": ["AppId": "1234567890", "Permissions": "public_profile"],
            "GoogleSignIn": [
                "ClientId-WebApp": "web.apps.googleusercontent.com", "ClientId-iOS": "ios.apps.googleusercontent.com",
                "Permissions": "email,profile,openid",
            ],
            "IdentityManager": ["Default": [:]],
            "UserAgent": "aws-amplify/cli",
            "Version": "0.1.0",
        ]
        #expect(try project.json("awsconfiguration.json").value == expected)
        #expect(
            try project.json("amplifyconfiguration.json")["/auth/plugins/awsCognitoAuthPlugin"] == expected)
    }

    @Test func `the file of Amplify has the API with its default mode, which a later push changes`() throws {
        var content = AppContent()
        (content.apiName, content.apiKey, content.apiModes) = ("shop", "da2-key", [.apiKey])
        try project.update(content.files)
        let api: JSONPointer = "/api/plugins/awsAPIPlugin/shop"
        #expect(
            try project.json("amplifyconfiguration.json")[api] == [
                "apiKey": "da2-key", "authorizationType": "API_KEY",
                "endpoint": "https://auth.example.org/apis/shop/graphql", "endpointType": "GraphQL",
                "region": "eu-west-1",
            ])
        (content.apiKey, content.apiModes) = (nil, [.userPools, .iam])
        #expect(
            try project.update(content.files) == [
                "amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json",
            ])
        let changed = try project.json("amplifyconfiguration.json")
        #expect(changed[api.appending("authorizationType")] == "AMAZON_COGNITO_USER_POOLS")
        #expect(changed[api.appending("apiKey")] == nil)
        let data = try project.json("amplify_outputs.json")["/data"]
        #expect(data?["default_authorization_type"] == "AMAZON_COGNITO_USER_POOLS")
        #expect(data?["authorization_types"] == ["AWS_IAM"] && data?["api_key"] == nil)
        let sdk = try project.json("awsconfiguration.json")["/AppSync"]
        #expect(sdk?["Default"]?["AuthMode"] == "AMAZON_COGNITO_USER_POOLS" && sdk?["Default"]?["ApiKey"] == nil)
        #expect(sdk?["shop_AWS_IAM"]?["AuthMode"] == "AWS_IAM")
    }

    @Test func `groups have their precedence in the file of generation 2`() throws {
        try project.update(AppContent.everything.files)
        #expect(
            try project.json("amplify_outputs.json")["/auth/groups"] == [
                ["Admins": ["precedence": 1]], ["Editors": ["precedence": 2]],
            ])
    }

    @Test func `an app with an identity pool for guests alone has no user pool in its files`() throws {
        var content = AppContent()
        content.hasUserPool = false
        try project.update(content.files)
        #expect(try project.json("amplify_outputs.json")["/auth"] == nil)
        let sdk = try project.json("awsconfiguration.json")
        #expect(sdk["/CognitoUserPool"] == nil)
        #expect(sdk["/CredentialsProvider/CognitoIdentity/Default/PoolId"] == .string(AppContent.identityPoolID))
        #expect(sdk["/Auth/Default"] == ["Endpoint": "https://auth.example.org"])
    }
}
