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
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Tokens that are derived from a user's token.
@Suite(.hangLimit) struct TokenExchangeTests {
    @Test func `an impersonation is a narrower copy of the subject's token, of the same sign-in`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        let answer = try await fixture.derive(subject, scopes: ["orders/read"])
        #expect(answer.issuedTokenType == .accessToken && answer.tokenType == .bearer)
        #expect(answer.scopes == ["orders/read"] && answer.expiresIn == 3_600)
        let (derived, original) = (try claims(answer.issuedToken), try claims(subject))
        #expect(derived["scope"] == "orders/read" && derived["act"] == nil && derived["aud"] == nil)
        #expect(derived["jti"] != original["jti"])
        for name in [
            "sub", "username", "client_id", "iss", "token_use", "event_id", "origin_jti", "auth_time", "exp",
        ] as [WireName] {
            #expect(derived[name] != nil && derived[name] == original[name], "\(name)")
        }
    }

    @Test func `a delegated token names its actor`() async throws {
        let fixture = try await ExchangeFixture.make()
        let answer = try await fixture.derive(
            try await fixture.subject(), actor: try await fixture.machineToken(), scopes: ["orders/read"])
        let derived = try claims(answer.issuedToken)
        #expect(derived["username"] == "alice")
        #expect(derived["act"] == ["sub": .string(fixture.client.id), "client_id": .string(fixture.client.id)])
    }

    @Test func `another user of the client can be the actor, with an access token or an ID token`() async throws {
        let fixture = try await ExchangeFixture.make()
        try await fixture.pool.makeUser("bob")
        let bob = try await fixture.pool.tokens("bob")
        let sub = try claims(bob.idToken)["sub"]
        for (token, type) in [(bob.accessToken, TokenTypeIdentifierType.accessToken), (bob.idToken, .idToken)] {
            let answer = try await fixture.derive(
                try await fixture.subject(), actor: token, actorType: type, scopes: ["orders/read"])
            let derived = try claims(answer.issuedToken)
            #expect(derived["username"] == "alice" && derived["act"]?["sub"] == sub)
        }
    }

    @Test func `without requested scopes the token has all that the subject and the client have in common`()
        async throws
    {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(scopes: ["orders/write", "billing/read", "openid", "orders/read"])
        #expect(try await fixture.derive(subject).scopes == ["orders/write", "orders/read"])
        #expect(try await fixture.derive(subject, scopes: []).scopes == ["orders/write", "orders/read"])
    }

    @Test func `a client without settings for OAuth derives tokens for the user's own operations`() async throws {
        let fixture = try await ExchangeFixture.make()
        let base = PoolFixture(gatehouse: fixture.pool.gatehouse, poolID: fixture.pool.poolID, client: ("", nil))
        let client = try await base.makeMachine {
            $0.explicitAuthFlows = ExchangeFixture.flows
            $0.allowedOAuthFlows = nil
            $0.allowedOAuthScopes = nil
        }
        let pool = PoolFixture(gatehouse: base.gatehouse, poolID: base.poolID, client: (client.id, client.secret))
        let answer = try await pool.anyone.getDerivedToken(
            GetDerivedTokenRequest(
                clientId: client.id, clientSecret: client.secret, subjectToken: try await pool.accessToken(),
                subjectTokenType: .accessToken))
        #expect(answer.scopes == [ExchangeFixture.admin])
        let user = try await pool.anyone.getUser(GetUserRequest(accessToken: answer.issuedToken))
        #expect(user.username == "alice")
    }

    @Test func `a token for a resource server has its scopes only`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(
            scopes: ["orders/read", "https://api.example.com/v1/read", ExchangeFixture.admin])
        let orders = try await fixture.derive(subject, resources: ["orders"])
        #expect(orders.scopes == ["orders/read"])
        #expect(try claims(orders.issuedToken)["aud"] == "orders")
        let api = try await fixture.derive(subject, audiences: ["https://api.example.com/v1"])
        #expect(api.scopes == ["https://api.example.com/v1/read"])
        let own = try await fixture.derive(subject, audiences: [fixture.client.id])
        #expect(try claims(own.issuedToken)["aud"] == .string(fixture.client.id))
        #expect(own.scopes?.count == 3)
    }

    @Test func `a token that is bound to a service stays bound to it`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(changing: ["aud": "https://shop.example.com"])
        for answer in [
            try await fixture.derive(subject),
            try await fixture.derive(subject, audiences: ["https://shop.example.com"]),
            try await fixture.derive(subject, resources: ["https://shop.example.com"]),
        ] {
            #expect(try claims(answer.issuedToken)["aud"] == "https://shop.example.com")
        }
    }

    @Test func `an ID token is derived from an ID token, for the client itself`() async throws {
        let fixture = try await ExchangeFixture.make()
        let token = try await fixture.changed(
            try await fixture.pool.tokens().idToken ?? "", ["nonce": "n", "at_hash": "h"], key: .idTokens)
        let answer = try await fixture.derive(
            token, .idToken, actor: try await fixture.machineToken(), requested: .idToken)
        #expect(answer.issuedTokenType == .idToken && answer.tokenType == .nA && answer.scopes == nil)
        let (derived, original) = (try claims(answer.issuedToken), try claims(token))
        #expect(derived["aud"] == .string(fixture.client.id) && derived["token_use"] == "id")
        #expect(derived["email"] == "alice@example.com" && derived["origin_jti"] == original["origin_jti"])
        #expect(derived["nonce"] == nil && derived["at_hash"] == nil && derived["jti"] != original["jti"])
        #expect(derived["act"]?["sub"] == .string(fixture.client.id))
    }

    @Test func `the claim may_act decides who may act`() async throws {
        let fixture = try await ExchangeFixture.make()
        let machine = try await fixture.machineToken()
        let permitted = try await fixture.subject(changing: ["may_act": ["sub": .string(fixture.client.id)]])
        _ = try await fixture.derive(permitted, actor: machine)
        _ = try await fixture.derive(permitted)
        for party in [["sub": "another"], ["client_id": "another"], [:], "text"] as [WireValue] {
            let subject = try await fixture.subject(changing: ["may_act": party])
            #expect(try await fixture.refusal { try await fixture.derive(subject, actor: machine) } == .otherActor)
            #expect(try await fixture.refusal { try await fixture.derive(subject) } == .otherActor)
        }
    }

    @Test func `the client and the user's id of an exchange are recorded for the log, and nothing of a refused one`()
        async throws
    {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        for (token, isGood) in [(subject, true), (subject + "x", false)] {
            let caller = ProvenCaller()
            let service = fixture.pool.anyone.pools.service(for: RequestContext(requestID: "r", caller: caller))
            let request = GetDerivedTokenRequest(
                clientId: fixture.client.id, clientSecret: fixture.client.secret, subjectToken: token,
                subjectTokenType: .accessToken)
            let refusal = try await fault { _ = try await service.getDerivedToken(request) }
            #expect((refusal == nil) == isGood)
            #expect(caller.names?.client == (isGood ? fixture.client.id : nil))
            #expect(caller.names?.user == (isGood ? try claims(subject)["sub"]?.stringValue : nil))
            #expect(caller.names?.isID == (isGood ? true : nil))
        }
    }
}
