// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Functions that change tokens, in all versions.
@Suite(.hangLimit) struct PreTokenGenerationTests {
    private static func fixture(
        _ response: [WireName: WireValue], version: PreTokenGenerationLambdaVersionType? = nil
    ) async throws -> (PoolFixture, ScriptedTriggers) {
        let triggers = ScriptedTriggers([.preTokenGeneration: { _ in .response(response) }])
        let fixture = try await PoolFixture.make(triggers) { request in
            guard let version else { return }
            request.lambdaConfig?.preTokenGeneration = nil
            request.lambdaConfig?.preTokenGenerationConfig = PreTokenGenerationVersionConfigType(
                lambdaVersion: version, lambdaArn: ScriptedTriggers.arn(.preTokenGeneration))
        }
        try await fixture.makeUser()
        return (fixture, triggers)
    }

    @Test func `version 1 changes the ID token alone`() async throws {
        let (fixture, triggers) = try await Self.fixture(
            [
                "claimsOverrideDetails": [
                    "claimsToAddOrOverride": ["team": "blue", "sub": "evil"], "claimsToSuppress": ["email"],
                ]
            ])
        let tokens = try await fixture.tokens()
        let (id, access) = (try claims(tokens.idToken), try claims(tokens.accessToken))
        #expect(id["team"] == "blue")
        #expect(id["email"] == nil)
        #expect(id["sub"] == access["sub"])
        #expect(access["team"] == nil)
        let event = try #require(triggers.events.first)
        #expect(event["version"] == "1")
        #expect(event["triggerSource"] == "TokenGeneration_Authentication")
        #expect(event["response"] == ["claimsOverrideDetails": nil])
        #expect(event["request"]?["scopes"] == nil)
        #expect(
            event["request"]?["groupConfiguration"]
                == ["groupsToOverride": [], "iamRolesToOverride": [], "preferredRole": nil])
    }

    @Test(arguments: [
        (PreTokenGenerationLambdaVersionType.v2_0, "2"), (.v3_0, "3"),
    ])
    func `versions 2 and 3 change both tokens, with values of any type`(
        _ version: PreTokenGenerationLambdaVersionType, _ text: String
    ) async throws {
        let (fixture, triggers) = try await Self.fixture(
            [
                "claimsAndScopeOverrideDetails": [
                    "idTokenGeneration": ["claimsToAddOrOverride": ["list": ["a", 1, true, ["x": 2.5]]]],
                    "accessTokenGeneration": [
                        "claimsToAddOrOverride": ["tenant": 7], "scopesToAdd": ["orders/read"],
                        "scopesToSuppress": ["none"],
                    ],
                ]
            ], version: version)
        let tokens = try await fixture.tokens()
        #expect(try claims(tokens.idToken)["list"] == ["a", 1, true, ["x": 2.5]])
        let access = try claims(tokens.accessToken)
        #expect(access["tenant"] == 7)
        #expect(access["scope"] == "aws.cognito.signin.user.admin orders/read")
        let event = try #require(triggers.events.first)
        #expect(event["version"] == .string(text))
        #expect(event["request"]?["scopes"] == ["aws.cognito.signin.user.admin"])
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: tokens.accessToken ?? ""))
    }

    @Test func `an access token without the user's own scope is refused`() async throws {
        let (fixture, _) = try await Self.fixture(
            [
                "claimsAndScopeOverrideDetails": [
                    "accessTokenGeneration": ["scopesToSuppress": ["aws.cognito.signin.user.admin"]]
                ]
            ], version: .v2_0)
        let token = try await fixture.accessToken()
        #expect(
            try await fault { _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token)) }
                == ServiceFault(.notAuthorized, "Access Token does not have required scopes"))
    }

    @Test(
        arguments: [
            (
                ["groupsToOverride": ["a", "b"], "iamRolesToOverride": ["r"], "preferredRole": "r"],
                ["cognito:groups": ["a", "b"], "cognito:roles": ["r"], "cognito:preferred_role": "r"]
            ),
            ([:], [:]), (nil, [:]),
        ] as [(WireValue, [WireName: WireValue])])
    func `groups are replaced as a whole, also by none`(
        _ groups: WireValue, _ expected: [WireName: WireValue]
    ) async throws {
        let (fixture, triggers) = try await Self.fixture(
            ["claimsOverrideDetails": ["groupOverrideDetails": groups]])
        _ = try await fixture.administrator.createGroup(
            CreateGroupRequest(
                groupName: "own", userPoolId: fixture.poolID, roleArn: "arn:aws:iam::123456789012:role/own"))
        try await fixture.administrator.adminAddUserToGroup(
            AdminAddUserToGroupRequest(userPoolId: fixture.poolID, username: "alice", groupName: "own"))
        let tokens = try await fixture.tokens()
        let id = try claims(tokens.idToken)
        #expect(
            id.filter { ["cognito:groups", "cognito:roles", "cognito:preferred_role"].contains($0.key) } == expected)
        #expect(try claims(tokens.accessToken)["cognito:groups"] == expected["cognito:groups"])
        #expect(triggers.events.first?["request"]?["groupConfiguration"]?["groupsToOverride"] == ["own"])
    }

    @Test(
        arguments: [
            ["claimsOverrideDetails": "x"], ["claimsOverrideDetails": ["claimsToAddOrOverride": ["a": 1]]],
            ["claimsOverrideDetails": ["claimsToAddOrOverride": ["a": nil]]],
            ["claimsOverrideDetails": ["claimsToSuppress": "email"]],
            ["claimsOverrideDetails": ["claimsToSuppress": [1]]],
            ["claimsOverrideDetails": ["groupOverrideDetails": []]],
            ["claimsOverrideDetails": ["groupOverrideDetails": ["groupsToOverride": "x"]]],
        ] as [[WireName: WireValue]])
    func `a malformed response of the trigger gives no tokens`(_ response: [WireName: WireValue]) async throws {
        let (fixture, _) = try await Self.fixture(response)
        #expect(
            try await fault { _ = try await fixture.tokens() }
                == ServiceFault(.invalidLambdaResponse, "Unrecognizable lambda output"))
    }

    @Test(
        arguments: [
            ["accessTokenGeneration": ["scopesToAdd": ["a b"]]], ["accessTokenGeneration": ["scopesToAdd": [""]]],
            ["idTokenGeneration": ["claimsToAddOrOverride": ["email_verified": 1]]],
            ["idTokenGeneration": ["claimsToAddOrOverride": ["updated_at": [1]]]],
            ["idTokenGeneration": ["claimsToSuppress": .array((0...5_000).map { .string("c\($0)") })]],
        ] as [WireValue])
    func `scopes with blanks, wrong types and too many claims give no tokens`(_ details: WireValue) async throws {
        let (fixture, _) = try await Self.fixture(["claimsAndScopeOverrideDetails": details], version: .v2_0)
        #expect(try await fault { _ = try await fixture.tokens() }?.code == .invalidLambdaResponse)
    }

    @Test func `a renewal calls the trigger again, with its own trigger source`() async throws {
        let (fixture, triggers) = try await Self.fixture(
            ["claimsOverrideDetails": ["claimsToAddOrOverride": ["team": "blue"]]])
        let token = try #require(try await fixture.tokens().refreshToken)
        let renewed = try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(
                refreshToken: token, clientId: fixture.client.id, clientMetadata: ["k": "v"]))
        #expect(try claims(renewed.authenticationResult?.idToken)["team"] == "blue")
        #expect(triggers.sources.last == "TokenGeneration_RefreshTokens")
        #expect(triggers.request("TokenGeneration_RefreshTokens")?["clientMetadata"] == ["k": "v"])
    }

    @Test func `a pre-token-generation trigger that fails gives no tokens`() async throws {
        let triggers = ScriptedTriggers([.preTokenGeneration: { _ in .failure(.functionError("closed")) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        #expect(
            try await fault { _ = try await fixture.tokens() }
                == ServiceFault(.userLambdaValidation, "PreTokenGeneration failed with error closed."))
    }
}
