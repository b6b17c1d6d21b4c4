// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataStores
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The issuers and the authorizer that AppSync's control plane sets.
@Suite(.hangLimit) struct TokenSourceTests {
    private static let issuer = "https://login.example.com/tenant"
    private static let schema = "type Todo @model @auth(rules: [{ allow: private, provider: oidc }]) { id: ID! }"
    private static let list = DataBench.body("{ listTodos { items { id } } }")

    @Test func `tokens of a configured issuer are accepted`() async throws {
        let provider = try TestOpenIDProvider(Self.issuer)
        let bench = try await DataBench(fetch: provider)
        let config: WireValue = [
            "issuer": .string(Self.issuer), "clientId": "app|web", "iatTTL": 60_000, "authTTL": 0,
        ]
        let made = await bench.call(
            "POST", "/v1/apis",
            [
                "name": "x", "authenticationType": "API_KEY",
                "additionalAuthenticationProviders": [
                    ["authenticationType": "OPENID_CONNECT", "openIDConnectConfig": config],
                    [
                        "authenticationType": "OPENID_CONNECT",
                        "openIDConnectConfig": ["issuer": "https://other.example.com"],
                    ],
                ],
            ])
        let api = try #require(made.json["graphqlApi"])
        let providers = try #require(api["additionalAuthenticationProviders"]?.arrayValue)
        #expect(providers.count == 2 && providers[0]["openIDConnectConfig"] == config)
        let id = try #require(api["apiId"]?.stringValue)
        #expect(await bench.pushSchema(Self.schema, to: id)["status"] == "SUCCESS")
        for (client, status) in [("web", 200), ("other", 401)] {
            let token = try provider.token(for: client, as: "ada", at: bench.gatehouse.clock.now)
            let answer = await bench.post(Self.list, [("Authorization", token)], path: "/apis/\(id)/graphql")
            #expect(answer.status == status)
        }
        let token = try provider.token(for: "web", as: "ada", at: bench.gatehouse.clock.now)
        bench.gatehouse.clock.advance(by: 61)
        let late = await bench.post(Self.list, [("Authorization", token)], path: "/apis/\(id)/graphql")
        #expect(late.refusal == ["UnauthorizedException", "Token has expired."])
    }

    @Test func `a configured function is called by its ARN, and an update without it removes it`() async throws {
        let function = ScriptedFunctions { _ throws(TriggerFailure) in ["isAuthorized": true] }
        let bench = try await DataBench(functions: function)
        let made = await bench.call(
            "POST", "/v1/apis",
            [
                "name": "x", "authenticationType": "AWS_LAMBDA",
                "lambdaAuthorizerConfig": [
                    "authorizerUri": "doorkeeper", "authorizerResultTtlInSeconds": 60,
                    "identityValidationExpression": "t.*",
                ],
            ])
        let api = try #require(made.json["graphqlApi"])
        #expect(
            api["lambdaAuthorizerConfig"] == [
                "authorizerUri": "doorkeeper", "authorizerResultTtlInSeconds": 60,
                "identityValidationExpression": "t.*",
            ])
        let id = try #require(api["apiId"]?.stringValue)
        let schema = "type Todo @model @auth(rules: [{ allow: custom }]) { id: ID! }"
        #expect(await bench.pushSchema(schema, to: id)["status"] == "SUCCESS")
        for (token, status) in [("token", 200), ("token", 200), ("x", 401)] {
            let answer = await bench.post(Self.list, [("Authorization", token)], path: "/apis/\(id)/graphql")
            #expect(answer.status == status)
        }
        #expect(function.calls.map(\.function) == ["arn:aws:lambda:us-east-1:123456789012:function:doorkeeper"])
        #expect(await bench.pushSchema("type Todo @model { id: ID! }", to: id)["status"] == "SUCCESS")
        let changed = await bench.call("POST", "/v1/apis/\(id)", ["name": "x", "authenticationType": "API_KEY"])
        #expect(changed.status == 200 && changed.json["graphqlApi"]?["lambdaAuthorizerConfig"] == nil)
        #expect(try await bench.apis.api(id)?.stored.authorizer == nil)
    }

    @Test(
        arguments: [
            (["issuer": "http://login.example.com"], "https"), (["issuer": "https://a.example.com?b"], "https"),
            (["issuer": "https://a.example.com", "clientId": "("], "clientId"),
            (["issuer": "https://a.example.com", "iatTTL": -1], "iatTTL"),
            (["issuer": "https://a.example.com", "authTTL": "1"], "authTTL"), (["clientId": "a"], "issuer"),
        ] as [(WireValue, String)])
    func `an issuer with an invalid member is refused`(_ config: WireValue, _ part: String) async throws {
        let response = await (try await DataBench()).call(
            "POST", "/v1/apis",
            ["name": "x", "authenticationType": "OPENID_CONNECT", "openIDConnectConfig": config])
        #expect(response.controlRefusal == "400 BadRequestException")
        #expect(response.json["message"]?.stringValue?.contains(part) == true)
    }

    @Test(
        arguments: [
            (["authorizerUri": "f", "authorizerResultTtlInSeconds": 3_601], "authorizerResultTtlInSeconds"),
            (["authorizerUri": "f", "identityValidationExpression": "["], "identityValidationExpression"),
            (["authorizerUri": ""], "authorizer"), ([:], "authorizerUri"),
        ] as [(WireValue, String)])
    func `an authorizer with an invalid member is refused`(_ config: WireValue, _ part: String) async throws {
        let response = await (try await DataBench()).call(
            "POST", "/v1/apis", ["name": "x", "authenticationType": "AWS_LAMBDA", "lambdaAuthorizerConfig": config])
        #expect(response.controlRefusal == "400 BadRequestException")
        #expect(response.json["message"]?.stringValue?.contains(part) == true)
    }

    @Test func `an update keeps the issuer of a pool of another server`() async throws {
        let issuer = "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc"
        let bench = try await DataBench(pools: [UserPoolSource(id: "eu-west-1_abc", issuer: issuer)])
        let own: WireValue = [
            "userPoolId": .string(bench.fixture.poolID), "awsRegion": "us-east-1", "defaultAction": "ALLOW",
        ]
        let foreign: WireValue = [
            "authenticationType": "AMAZON_COGNITO_USER_POOLS",
            "userPoolConfig": ["userPoolId": "eu-west-1_abc", "awsRegion": "eu-west-1"],
        ]
        let changed = await bench.call(
            "POST", "/v1/apis/\(bench.id)",
            [
                "name": "x", "authenticationType": "AMAZON_COGNITO_USER_POOLS", "userPoolConfig": own,
                "additionalAuthenticationProviders": [foreign],
            ])
        #expect(changed.status == 200)
        #expect(try await bench.apis.api(bench.id)?.stored.userPools.map(\.issuer) == [nil, issuer])
    }
}
