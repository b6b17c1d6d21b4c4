// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Testing

/// The PreTokenGeneration trigger for tokens of machines.
@Suite(.hangLimit) struct ClientTokenTriggerTests {
    private static func fixture(
        _ answer: ScriptedTriggers.Answer, version: PreTokenGenerationLambdaVersionType = .v3_0
    ) async throws -> (fixture: PoolFixture, machine: TestClient, triggers: ScriptedTriggers) {
        let triggers = ScriptedTriggers([.preTokenGeneration: { _ in answer }])
        let fixture = try await PoolFixture.make(triggers) { request in
            request.lambdaConfig?.preTokenGeneration = nil
            request.lambdaConfig?.preTokenGenerationConfig = PreTokenGenerationVersionConfigType(
                lambdaVersion: version, lambdaArn: ScriptedTriggers.arn(.preTokenGeneration))
        }
        try await fixture.makeResourceServers()
        return (fixture, try await fixture.makeMachine(), triggers)
    }

    private static func changes(_ accessToken: WireValue) -> ScriptedTriggers.Answer {
        .response(["claimsAndScopeOverrideDetails": ["accessTokenGeneration": accessToken]])
    }

    @Test func `version 3 receives the event of a machine, with its scopes and the client metadata`() async throws {
        let (fixture, machine, triggers) = try await Self.fixture(.response(["claimsAndScopeOverrideDetails": nil]))
        _ = try await fixture.clientToken(of: machine, scopes: ["orders/read"], metadata: ["k": "v"])
        let event = try #require(triggers.events.first)
        #expect(triggers.events.count == 1)
        #expect(event["triggerSource"] == "TokenGeneration_ClientCredentials")
        #expect(event["version"] == "3" && event["userName"] == "ClientCredentials")
        #expect(event["callerContext"]?["clientId"] == .string(machine.id))
        #expect(
            event["request"] == [
                "userAttributes": [:], "groupConfiguration": nil, "scopes": ["orders/read"],
                "clientMetadata": ["k": "v"],
            ])
        #expect(event["response"] == ["claimsAndScopeOverrideDetails": nil])
    }

    @Test func `version 3 adds claims and scopes to the token of a machine, and removes scopes`() async throws {
        let (fixture, machine, _) = try await Self.fixture(
            Self.changes([
                "claimsToAddOrOverride": ["tenant": 7, "plan": ["name": "free"]], "scopesToAdd": ["own"],
                "scopesToSuppress": ["orders/write"],
            ]))
        let claims = try claims(try await fixture.clientToken(of: machine)?.accessToken)
        #expect(claims["tenant"] == 7 && claims["plan"] == ["name": "free"])
        #expect(claims["scope"] == "https://api.example.com/v1/read orders/read own")
    }

    @Test func `the trigger cannot make a token of a machine look like a user's`() async throws {
        let (fixture, machine, _) = try await Self.fixture(
            Self.changes([
                "claimsToAddOrOverride": [
                    "sub": "alice", "username": "alice", "client_id": "x", "version": 1, "act": ["sub": "x"],
                    "cognito:groups": ["admins"], "event_id": "e", "origin_jti": "o", "aud": "other", "exp": 1,
                ],
                "claimsToSuppress": ["sub", "exp", "token_use", "scope"],
                "scopesToAdd": ["aws.cognito.signin.user.admin"],
            ]))
        let token = try await fixture.clientToken(of: machine)?.accessToken
        let claims = try claims(token)
        #expect(claims["sub"] == .string(machine.id) && claims["client_id"] == .string(machine.id))
        #expect(claims["version"] == 2 && claims["token_use"] == "access")
        #expect(claims["exp"]?.integerValue == (claims["iat"]?.integerValue ?? 0) + 3_600)
        for name in ["username", "act", "cognito:groups", "event_id", "origin_jti", "aud"] {
            #expect(claims[WireName(name)] == nil, "\(name)")
        }
        let refusal = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: token ?? ""))
        }
        #expect(refusal?.code == .notAuthorized)
    }

    @Test func `version 2 is not called for machines`() async throws {
        let (fixture, machine, triggers) = try await Self.fixture(
            Self.changes(["claimsToAddOrOverride": ["tenant": 7]]), version: .v2_0)
        let claims = try claims(try await fixture.clientToken(of: machine)?.accessToken)
        #expect(claims["tenant"] == nil && triggers.events.isEmpty)
    }

    @Test(
        arguments: [
            (
                ScriptedTriggers.Answer.failure(.functionError("closed")),
                ServiceFault(.notAuthorized, "PreTokenGeneration failed with error closed.")
            ),
            (
                .response(["claimsAndScopeOverrideDetails": "x"]),
                ServiceFault(.notAuthorized, "Unrecognizable lambda output")
            ),
        ] as [(ScriptedTriggers.Answer, ServiceFault)])
    func `a machine gets no token when the trigger fails`(
        _ answer: ScriptedTriggers.Answer, _ expected: ServiceFault
    ) async throws {
        let (fixture, machine, _) = try await Self.fixture(answer)
        let refusal = try await fault { _ = try await fixture.clientToken(of: machine) }
        #expect(refusal == expected)
    }
}
