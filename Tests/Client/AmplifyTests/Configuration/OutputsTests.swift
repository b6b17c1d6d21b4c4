// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct OutputsTests {
    private func decode(_ text: String) throws -> AmplifyOutputsData {
        try AmplifyOutputs.data(Data(text.utf8)).resolveConfiguration()
    }

    private func auth(_ more: String = "") throws -> AmplifyOutputsData.Auth {
        let required = #""aws_region": "eu-west-1", "user_pool_id": "eu-west-1_P", "user_pool_client_id": "c""#
        let outputs = try decode(#"{"version": "1.3", "auth": {\#(required)\#(more)}}"#)
        return try #require(outputs.auth)
    }

    @Test func `only the version is needed`() throws {
        let outputs = try decode(#"{"version": "1"}"#)
        #expect(outputs.version == "1")
        #expect(outputs.auth == nil && outputs.data == nil && outputs.custom == nil)
        #expect(throws: ConfigurationError.self) { try decode("{}") }
    }

    @Test func `a user pool needs three keys`() throws {
        let auth = try auth()
        #expect([auth.awsRegion, auth.userPoolId, auth.userPoolClientId] == ["eu-west-1", "eu-west-1_P", "c"])
        #expect(auth.identityPoolId == nil && auth.oauth == nil && auth.endpoint == nil)
        #expect(throws: ConfigurationError.self) { try decode(#"{"version": "1", "auth": {"aws_region": "r"}}"#) }
    }

    @Test func `every optional key of auth is read`() throws {
        let auth = try auth(
            """
            , "identity_pool_id": "i", "unauthenticated_identities_enabled": true, "mfa_configuration": "OPTIONAL",
            "mfa_methods": ["SMS", "NEW"], "username_attributes": ["email", "phone_number"],
            "user_verification_types": ["email"],
            "standard_required_attributes": ["email", "family_name", "updated_at", "zoneinfo"],
            "password_policy": {"min_length": 8, "require_numbers": true, "require_lowercase": false,
                "require_uppercase": true, "require_symbols": false},
            "oauth": {"identity_providers": ["GOOGLE"], "domain": "d", "scopes": ["openid"],
                "redirect_sign_in_uri": ["a://", "b://"], "redirect_sign_out_uri": ["c://"], "response_type": "code"}
            """
        )
        #expect(auth.identityPoolId == "i")
        #expect(auth.unauthenticatedIdentitiesEnabled == true)
        #expect(auth.mfaConfiguration == "OPTIONAL" && auth.mfaMethods == ["SMS", "NEW"])
        #expect(auth.usernameAttributes == [.email, .phoneNumber] && auth.userVerificationTypes == [.email])
        #expect(auth.standardRequiredAttributes == [.email, .familyName, .updatedAt, .zoneinfo])
        #expect(auth.passwordPolicy?.minLength == 8 && auth.passwordPolicy?.requireUppercase == true)
        #expect(auth.oauth?.redirectSignInUri == ["a://", "b://"] && auth.oauth?.redirectSignOutUri == ["c://"])
    }

    @Test(arguments: [
        ("endPoint", "endpoint"), ("end_point", "endpoint"), ("enpoint", "endpoint"), ("endpiont", "endpoint"),
        ("Endpoint", "endpoint"), ("user_pool_endPoint", "user_pool_endpoint"),
        ("allow_insecure_endpoint", "allows_insecure_endpoint"),
    ])
    func `a misspelt key of an endpoint is refused with the right one`(key: String, meant: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try auth(#", "\#(key)": "http://localhost:9229""#) }
        #expect(
            error?.errorDescription
                == "amplify_outputs.json: auth.\(key) is not a key, the nearest one is \(meant)")
        #expect(error?.recoverySuggestion == "Rename it to \(meant), or remove it")
    }

    @Test func `other unknown keys are ignored, and keys may be in camel case`() throws {
        let auth = try auth(#", "groups": [], "point": 1, "userPoolEndpoint": "pool.example""#)
        #expect(auth.userPoolEndpoint == "pool.example")
    }

    @Test func `the endpoints of a self-hosted service are read`() throws {
        let auth = try auth(
            """
            , "endpoint": "http://127.0.0.1:9229", "user_pool_endpoint": "pool.example",
            "identity_pool_endpoint": "https://id.example/x", "allows_insecure_endpoint": true
            """
        )
        #expect(auth.endpoint == "http://127.0.0.1:9229" && auth.userPoolEndpoint == "pool.example")
        #expect(auth.identityPoolEndpoint == "https://id.example/x" && auth.allowsInsecureEndpoint == true)
    }

    @Test(arguments: [#""groups": [{"admins": {"precedence": 0}}]"#, #""new_key": {"a": [null]}"#])
    func `unknown keys are ignored`(key: String) throws {
        #expect(try auth(", " + key).userPoolClientId == "c")
        #expect(try decode(#"{"version": "1", \#(key)}"#).version == "1")
    }

    @Test(
        arguments: [
            #", "username_attributes": ["fax"]"#, #", "standard_required_attributes": ["shoe_size"]"#,
            #", "user_verification_types": ["pigeon"]"#, #", "password_policy": {"min_length": -1}"#,
            #", "password_policy": {"require_symbols": "no"}"#, #", "oauth": {"domain": "d"}"#,
        ]
    )
    func `unknown values and halves of objects fail the decode`(more: String) {
        #expect(throws: ConfigurationError.self) { try auth(more) }
    }

    @Test func `the data block is read`() throws {
        let data = try decode(
            """
            {"version": "1", "data": {"aws_region": "r", "url": "https://x", "api_key": "k",
             "model_introspection": {"modelsById": {"snake_case": 1}}, "default_authorization_type": "API_KEY",
             "authorization_types": ["AWS_IAM", "AMAZON_COGNITO_USER_POOLS", "AWS_LAMBDA", "OPENID_CONNECT"]}}
            """
        ).data
        #expect(data?.url == "https://x" && data?.apiKey == "k" && data?.defaultAuthorizationType == .apiKey)
        #expect(data?.authorizationTypes == [.awsIAM, .amazonCognitoUserPools, .awsLambda, .openIDConnect])
        #expect(data?.modelIntrospection?.value(at: "modelsById.snake_case")?.intValue == 1)
    }

    @Test func `the blocks of other categories are read`() throws {
        let outputs = try decode(
            """
            {"version": "1.4",
             "analytics": {"amazon_pinpoint": {"aws_region": "r", "app_id": "a"}},
             "geo": {"aws_region": "r", "maps": {"items": {"my_map": {"style": "s"}}, "default": "my_map"},
                     "search_indices": {"items": ["i"], "default": "i"},
                     "geofence_collections": {"items": ["g"], "default": "g"}},
             "notifications": {"aws_region": "r", "amazon_pinpoint_app_id": "n",
                               "channels": ["IN_APP_MESSAGING", "FCM", "APNS", "EMAIL", "SMS"]},
             "storage": {"aws_region": "r", "bucket_name": "b",
                         "buckets": [{"name": "n", "bucket_name": "b2", "aws_region": "r2", "paths": {}}]},
             "custom": {"a_b": {"c": 1}}}
            """)
        #expect(outputs.analytics?.amazonPinpoint?.appId == "a" && outputs.analytics?.amazonPinpoint?.awsRegion == "r")
        #expect(outputs.geo?.awsRegion == "r" && outputs.geo?.maps?.default == "my_map")
        #expect(outputs.geo?.maps?.items["my_map"]?.style == "s")
        #expect(outputs.geo?.searchIndices?.items == ["i"] && outputs.geo?.searchIndices?.default == "i")
        #expect(outputs.geo?.geofenceCollections?.items == ["g"] && outputs.geo?.geofenceCollections?.default == "g")
        #expect(outputs.notifications?.amazonPinpointAppId == "n" && outputs.notifications?.awsRegion == "r")
        #expect(outputs.notifications?.channels == [.inAppMessaging, .fcm, .apns, .email, .sms])
        #expect(outputs.storage?.bucketName == "b" && outputs.storage?.awsRegion == "r")
        #expect(outputs.storage?.buckets?.map(\.bucketName) == ["b2"])
        #expect(outputs.storage?.buckets?.map(\.name) == ["n"])
        #expect(outputs.custom?.value.a_b?.c?.intValue == 1)
    }

    @Test(arguments: [#""storage": {}"#, #""geo": {"maps": {}}"#, #""notifications": {"channels": ["PIGEON"]}"#])
    func `a block that lacks a required value, or has an unknown one, fails the reading`(block: String) {
        #expect(throws: (any Error).self) { try decode(#"{"version": "1", \#(block)}"#) }
    }

    @Test func `values made in memory are read again as they were written`() throws {
        typealias Outputs = AmplifyOutputsData
        let outputs = Outputs(
            analytics: .init(amazonPinpoint: .init(awsRegion: "r", appId: "a")),
            geo: .init(
                awsRegion: "r", maps: .init(items: ["m": .init(style: "s")], default: "m"),
                searchIndices: .init(items: ["i"], default: "i"),
                geofenceCollections: .init(items: ["g"], default: "g")),
            notifications: .init(awsRegion: "r", amazonPinpointAppId: "n", channels: [.sms]),
            storage: .init(
                awsRegion: "r", bucketName: "b", buckets: [.init(name: "n", bucketName: "b2", awsRegion: "r")]),
            custom: .init(value: ["k": 1]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = try encoder.encode(outputs)
        #expect(try encoder.encode(JSONDecoder().decode(Outputs.self, from: written)) == written)
    }

    @Test func `values made in memory have version 1`() {
        #expect(AmplifyOutputsData().version == "1")
    }

    @Test func `a resource that is absent is an invalid outputs file`() {
        #expect {
            try AmplifyOutputs.resource(named: "absent").resolveConfiguration()
        } throws: { error in
            if case .invalidAmplifyOutputsFile = error as? ConfigurationError { true } else { false }
        }
    }
}
