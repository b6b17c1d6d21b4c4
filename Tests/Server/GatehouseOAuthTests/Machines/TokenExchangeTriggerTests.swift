// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Testing

/// The PreTokenGeneration trigger for derived tokens.
@Suite(.hangLimit) struct TokenExchangeTriggerTests {
    private static func fixture(
        _ accessToken: WireValue
    ) async throws -> (fixture: ExchangeFixture, triggers: ScriptedTriggers) {
        let triggers = ScriptedTriggers([
            .preTokenGeneration: { event in
                guard event["triggerSource"] == "TokenGeneration_RefreshTokens" else {
                    return .response(["claimsAndScopeOverrideDetails": nil])
                }
                return .response(["claimsAndScopeOverrideDetails": ["accessTokenGeneration": accessToken]])
            }
        ])
        return (try await ExchangeFixture.make(triggers), triggers)
    }

    @Test func `the trigger is called as for a renewal, and changes claims`() async throws {
        let (fixture, triggers) = try await Self.fixture([
            "claimsToAddOrOverride": ["tenant": 7], "scopesToSuppress": ["orders/write"],
        ])
        let answer = try await fixture.derive(try await fixture.subject())
        #expect(try claims(answer.issuedToken)["tenant"] == 7)
        #expect(answer.scopes == ["orders/read", ExchangeFixture.admin])
        #expect(try claims(answer.issuedToken)["scope"] == .string("orders/read \(ExchangeFixture.admin)"))
        #expect(triggers.sources.last == "TokenGeneration_RefreshTokens")
        #expect(triggers.events.last?["userName"] == "alice")
    }

    @Test func `the trigger widens nothing, and cannot hide the actor`() async throws {
        let (fixture, _) = try await Self.fixture([
            "claimsToAddOrOverride": ["act": ["sub": "nothing"], "aud": "x", "exp": 9_999_999_999, "sub": "bob"],
            "claimsToSuppress": ["act", "aud", "exp"], "scopesToAdd": ["orders/write", "billing/read"],
        ])
        let subject = try await fixture.subject(scopes: ["orders/read"])
        let answer = try await fixture.derive(
            subject, actor: try await fixture.machineToken(), resources: ["orders"])
        let derived = try claims(answer.issuedToken)
        #expect(derived["scope"] == "orders/read" && answer.scopes == ["orders/read"])
        #expect(derived["act"]?["sub"] == .string(fixture.client.id) && derived["aud"] == "orders")
        #expect(try derived["exp"] == claims(subject)["exp"] && derived["username"] == "alice")
    }

    @Test func `a trigger that removes every scope leaves no token`() async throws {
        let (fixture, _) = try await Self.fixture(["scopesToSuppress": ["orders/read"]])
        let subject = try await fixture.subject(scopes: ["orders/read"])
        #expect(try await fixture.refusal { try await fixture.derive(subject) } == .scope)
    }
}
