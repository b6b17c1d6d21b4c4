// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseClientFiles
import GatehouseCore
import GatehouseDataModel
import GatehouseServer
import GatehouseWire
import Testing

/// The file of Amplify, generation 2, has no member that its format does not have.
@Suite struct ClientFileFormatTests {
    /// The format as its version 1.4 says.
    private static let schema = #"""
        {"type": "object", "additionalProperties": false, "required": ["version"], "properties": {
          "version": {"const": "1.4"},
          "custom": {"type": "object"},
          "data": {"type": "object", "additionalProperties": false,
            "required": ["aws_region", "url", "default_authorization_type", "authorization_types"], "properties": {
              "aws_region": {"type": "string"}, "url": {"type": "string"}, "api_key": {"type": "string"},
              "model_introspection": {"type": "object"},
              "default_authorization_type": {"enum": ["AMAZON_COGNITO_USER_POOLS", "API_KEY", "AWS_IAM", "AWS_LAMBDA",
                "OPENID_CONNECT"]},
              "authorization_types": {"type": "array", "items": {"enum": ["AMAZON_COGNITO_USER_POOLS", "API_KEY",
                "AWS_IAM", "AWS_LAMBDA", "OPENID_CONNECT"]}}}},
          "auth": {"type": "object", "additionalProperties": false,
            "required": ["aws_region", "user_pool_id", "user_pool_client_id"], "properties": {
              "aws_region": {"type": "string"}, "user_pool_id": {"type": "string"},
              "user_pool_client_id": {"type": "string"}, "identity_pool_id": {"type": "string"},
              "password_policy": {"type": "object", "additionalProperties": false,
                "required": ["min_length", "require_numbers", "require_lowercase", "require_uppercase",
                  "require_symbols"], "properties": {
                  "min_length": {"type": "integer", "minimum": 6, "maximum": 99},
                  "require_numbers": {"type": "boolean"}, "require_lowercase": {"type": "boolean"},
                  "require_uppercase": {"type": "boolean"}, "require_symbols": {"type": "boolean"}}},
              "oauth": {"type": "object", "additionalProperties": false,
                "required": ["identity_providers", "domain", "scopes", "redirect_sign_in_uri",
                  "redirect_sign_out_uri", "response_type"], "properties": {
                  "identity_providers": {"type": "array", "uniqueItems": true, "items": {"type": "string",
                    "enum": ["GOOGLE", "FACEBOOK", "LOGIN_WITH_AMAZON", "SIGN_IN_WITH_APPLE"]}},
                  "domain": {"type": "string"},
                  "scopes": {"type": "array", "uniqueItems": true, "items": {"type": "string"}},
                  "redirect_sign_in_uri": {"type": "array", "minItems": 1, "uniqueItems": true,
                    "items": {"type": "string"}},
                  "redirect_sign_out_uri": {"type": "array", "minItems": 1, "uniqueItems": true,
                    "items": {"type": "string"}},
                  "response_type": {"enum": ["code", "token"]}}},
              "standard_required_attributes": {"type": "array", "uniqueItems": true, "items": {"enum": ["address",
                "birthdate", "email", "family_name", "gender", "given_name", "locale", "middle_name", "name",
                "nickname", "phone_number", "picture", "preferred_username", "profile", "sub", "updated_at",
                "website", "zoneinfo"]}},
              "username_attributes": {"type": "array", "minItems": 1, "uniqueItems": true,
                "items": {"enum": ["email", "phone_number", "username"]}},
              "user_verification_types": {"type": "array", "items": {"enum": ["email", "phone_number"]}},
              "unauthenticated_identities_enabled": {"type": "boolean"},
              "mfa_configuration": {"enum": ["NONE", "OPTIONAL", "REQUIRED"]},
              "mfa_methods": {"type": "array", "items": {"enum": ["SMS", "TOTP", "EMAIL"]}},
              "passwordless": {"type": "object"}, "groups": {"type": "array"}}}}}
        """#

    private static func pool(_ change: (inout UserPoolType) -> Void = { _ in }) -> UserPoolType {
        var pool = UserPoolType(id: "us-east-1_Example01")
        change(&pool)
        return pool
    }

    /// Pools with nothing, and with everything.
    private static let pools: [UserPoolType] = [
        pool(),
        pool { $0.usernameAttributes = [] },
        pool {
            $0.usernameAttributes = [.email, .phoneNumber]
            $0.autoVerifiedAttributes = [.email, .phoneNumber]
            $0.policies = UserPoolPolicyType(passwordPolicy: PasswordPolicyType(minimumLength: 6))
            $0.schemaAttributes = [
                SchemaAttributeType(name: "sub", required: true), SchemaAttributeType(name: "email", required: true),
                SchemaAttributeType(name: "custom:size", required: true),
                SchemaAttributeType(name: "nickname", required: false),
            ]
            $0.mfaConfiguration = .on
            $0.domain = "shop"
        },
        pool {
            $0.mfaConfiguration = .optional
            $0.customDomain = "login.example.com"
        },
    ]

    private static func file(
        _ pool: UserPoolType, hasIdentityPool: Bool, baseURL: String = "http://192.168.0.7:9229"
    ) -> WireValue {
        var client = UserPoolClientType(clientId: "app")
        client.allowedOAuthFlowsUserPoolClient = true
        client.allowedOAuthFlows = [.code]
        client.allowedOAuthScopes = ["openid"]
        client.callbackURLs = ["myapp://in", "http://localhost:8080/in"]
        client.logoutURLs = ["myapp://out"]
        client.defaultRedirectURI = "myapp://in"
        client.supportedIdentityProviders = [
            "COGNITO", "Google", "Facebook", "LoginWithAmazon", "SignInWithApple", "Corp",
        ]
        let factors = GetUserPoolMfaConfigResponse(
            smsMfaConfiguration: SmsMfaConfigType(),
            softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
            emailMfaConfiguration: EmailMfaConfigType(), mfaConfiguration: pool.mfaConfiguration)
        let identityPool = IdentityPool(
            identityPoolId: "us-east-1:a", identityPoolName: "shop", allowUnauthenticatedIdentities: true)
        return ClientFiles(
            userPool: pool, client: client, secondFactors: factors, identityPool: hasIdentityPool ? identityPool : nil,
            deployment: Deployment(baseURL: baseURL), allowsInsecure: true,
            api: ClientAPI(
                name: "shop", url: baseURL + "/graphql", key: hasIdentityPool ? "da2-a" : nil,
                defaultMode: AuthorizationMode.userPools, otherModes: hasIdentityPool ? [.apiKey, .iam] : [])
        ).amplifyOutputs
    }

    @Test(arguments: pools, [true, false])
    func `the file fits the format of Amplify`(pool: UserPoolType, hasIdentityPool: Bool) throws {
        let schema = try JSONSchema(Self.schema)
        let file = Self.file(pool, hasIdentityPool: hasIdentityPool)
        #expect(schema.complaints(about: file) == [])
        #expect(file["custom"]?["gatehouse"]?["endpoint"] == "http://192.168.0.7:9229")
        #expect(file["custom"]?["gatehouse"]?["allows_insecure_endpoint"] == true)
    }

    @Test func `the format refuses an address in auth, an empty list of names for sign-in, and another version`() throws
    {
        let file: WireValue = [
            "version": "1",
            "auth": [
                "aws_region": "us-east-1", "user_pool_client_id": "app", "endpoint": "http://localhost:9229",
                "username_attributes": [], "password_policy": ["min_length": 5], "mfa_methods": ["FAX"],
                "identity_pool_id": 7,
            ],
        ]
        #expect(
            try JSONSchema(Self.schema).complaints(about: file) == [
                "/auth/endpoint: not a member of the format", "/auth/identity_pool_id: not of type string",
                "/auth/mfa_methods/0: unknown value", "/auth/password_policy/min_length: out of range",
                "/auth/password_policy/require_lowercase: missing", "/auth/password_policy/require_numbers: missing",
                "/auth/password_policy/require_symbols: missing", "/auth/password_policy/require_uppercase: missing",
                "/auth/user_pool_id: missing", "/auth/username_attributes: too few elements",
                "/version: another value",
            ])
    }
}
