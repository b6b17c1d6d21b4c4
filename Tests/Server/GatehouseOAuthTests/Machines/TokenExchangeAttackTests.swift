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
import GatehouseUserPools
import GatehouseWire
import Testing

/// Attacks on the exchange of tokens.
@Suite(.hangLimit) struct TokenExchangeAttackTests {
    @Test func `no scope is granted that the subject's token or the client does not have`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(scopes: ["orders/read", "billing/read"])
        let answer = try await fixture.derive(subject, scopes: ["orders/read", "orders/write", "billing/read"])
        #expect(answer.scopes == ["orders/read"])
        for wider in [["orders/write"], ["billing/read"], [ExchangeFixture.admin], ["orders/read orders/write"]] {
            #expect(try await fixture.refusal { try await fixture.derive(subject, scopes: wider) } == .scope)
        }
    }

    @Test func `a scope whose resource server was removed is not granted`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(scopes: ["orders/read"])
        _ = try await fixture.derive(subject)
        try await fixture.pool.administrator.deleteResourceServer(
            DeleteResourceServerRequest(userPoolId: fixture.pool.poolID, identifier: "orders"))
        #expect(try await fixture.refusal { try await fixture.derive(subject) } == .scope)
    }

    @Test func `no token is for a service other than that of the subject's, or for another client`() async throws {
        let fixture = try await ExchangeFixture.make()
        let other = try await ExchangeFixture(of: fixture.pool)
        let bound = try await fixture.subject(changing: ["aud": "orders"])
        let free = try await fixture.subject()
        for audience in ["https://api.example.com/v1", fixture.client.id, other.client.id] {
            #expect(try await fixture.refusal { try await fixture.derive(bound, audiences: [audience]) } == .target)
        }
        for audience in [other.client.id, "https://anything.example.com", "order", "orders\0"] {
            #expect(try await fixture.refusal { try await fixture.derive(free, audiences: [audience]) } == .target)
            #expect(try await fixture.refusal { try await fixture.derive(free, resources: [audience]) } == .target)
        }
        #expect(try await fixture.refusal { try await fixture.derive(free, resources: [fixture.client.id]) } == .target)
        // The subject has no scope of this resource server.
        let api = ["https://api.example.com/v1"]
        #expect(try await fixture.refusal { try await fixture.derive(free, resources: api) } == .scope)
        #expect(
            try await fixture.refusal { try await fixture.derive(free, audiences: ["orders"], resources: ["orders"]) }
                == .request)
    }

    @Test func `an ID token is for no other client, and gives no access token`() async throws {
        let fixture = try await ExchangeFixture.make()
        let other = try await ExchangeFixture(of: fixture.pool)
        let tokens = try await fixture.pool.tokens()
        let (id, access) = (tokens.idToken ?? "", tokens.accessToken ?? "")
        #expect(
            try await fixture.refusal { try await fixture.derive(id, .idToken, audiences: [other.client.id]) }
                == .target)
        #expect(try await fixture.refusal { try await fixture.derive(id, .idToken, resources: ["orders"]) } == .target)
        #expect(
            try await fixture.refusal { try await fixture.derive(id, .idToken, requested: .accessToken) } == .request)
        #expect(try await fixture.refusal { try await fixture.derive(access, requested: .idToken) } == .request)
        #expect(
            try await fixture.refusal { try await fixture.derive(id, .idToken, scopes: ["orders/read"]) } == .request)
    }

    @Test func `a token is no token of the other kind`() async throws {
        let fixture = try await ExchangeFixture.make()
        let tokens = try await fixture.pool.tokens()
        #expect(try await fixture.refusal { try await fixture.derive(tokens.idToken ?? "") } == .subject)
        #expect(try await fixture.refusal { try await fixture.derive(tokens.accessToken ?? "", .idToken) } == .subject)
        #expect(try await fixture.refusal { try await fixture.derive(tokens.refreshToken ?? "") } == .subject)
        let subject = try await fixture.subject()
        #expect(
            try await fixture.refusal { try await fixture.derive(subject, actor: tokens.idToken ?? "") } == .actor)
        let disguised = try await fixture.changed(tokens.accessToken ?? "", [:], key: .idTokens)
        #expect(try await fixture.refusal { try await fixture.derive(disguised) } == .subject)
    }

    @Test func `the tokens of another client or of another pool are neither subject nor actor`() async throws {
        let fixture = try await ExchangeFixture.make()
        let neighbour = try await ExchangeFixture(of: fixture.pool)
        let elsewhere = try await PoolFixture.make(on: fixture.pool.gatehouse)
        try await elsewhere.makeResourceServers()
        try await elsewhere.makeUser()
        let stranger = try await ExchangeFixture(of: elsewhere)
        let subject = try await fixture.subject()
        for other in [neighbour, stranger] {
            let token = try await other.subject()
            #expect(try await fixture.refusal { try await fixture.derive(token) } == .subject)
            #expect(try await fixture.refusal { try await fixture.derive(subject, actor: token) } == .actor)
            let machine = try await other.machineToken()
            #expect(try await fixture.refusal { try await fixture.derive(subject, actor: machine) } == .actor)
        }
        // The names of this client and pool, under the key of the other pool.
        let forged = try await stranger.changed(subject, [:])
        #expect(try await fixture.refusal { try await fixture.derive(forged) } == .subject)
    }

    @Test func `a machine is not a subject`() async throws {
        let fixture = try await ExchangeFixture.make()
        let machine = try await fixture.machineToken()
        let refusal = try await fault { _ = try await fixture.derive(machine) }
        #expect(refusal == .noSuchUser)
    }

    @Test func `garbage is refused, in both places`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        for text in ["", "a.b.c", "..", String(repeating: "A", count: 100_000), String(subject.dropLast(8))] {
            #expect(try await fixture.refusal { try await fixture.derive(text) } == .subject)
            #expect(try await fixture.refusal { try await fixture.derive(subject, actor: text) } == .actor)
        }
    }

    @Test func `a delegated token is neither subject nor actor`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        let machine = try await fixture.machineToken()
        let delegated = try await fixture.derive(subject, actor: machine).issuedToken
        #expect(try await fixture.refusal { try await fixture.derive(delegated) } == .subject)
        #expect(try await fixture.refusal { try await fixture.derive(delegated, actor: machine) } == .subject)
        #expect(try await fixture.refusal { try await fixture.derive(subject, actor: delegated) } == .actor)
    }

    @Test func `a chain of impersonations only narrows, and ends when the first token ends`() async throws {
        let fixture = try await ExchangeFixture.make()
        let first = try await fixture.subject()
        fixture.pool.gatehouse.clock.advance(by: 3_000)
        let second = try await fixture.derive(first, scopes: ["orders/read"], resources: ["orders"])
        fixture.pool.gatehouse.clock.advance(by: 500)
        let third = try await fixture.derive(second.issuedToken)
        #expect(second.expiresIn == 600 && third.expiresIn == 100)
        #expect(try claims(third.issuedToken)["exp"] == claims(first)["exp"])
        #expect(third.scopes == ["orders/read"])
        #expect(try claims(third.issuedToken)["aud"] == "orders")
        #expect(
            try await fixture.refusal { try await fixture.derive(second.issuedToken, scopes: ["orders/write"]) }
                == .scope)
        fixture.pool.gatehouse.clock.advance(by: 100)
        #expect(try await fixture.refusal { try await fixture.derive(second.issuedToken) } == .subject)
    }

    @Test func `a derived token does not outlive the token of its actor`() async throws {
        let fixture = try await ExchangeFixture.make()
        let machine = try await fixture.changed(
            try await fixture.machineToken(), ["exp": .integer(fixture.now + 40)])
        let subject = try await fixture.subject()
        #expect(try await fixture.derive(subject, actor: machine).expiresIn == 40)
        fixture.pool.gatehouse.clock.advance(by: 40)
        #expect(try await fixture.refusal { try await fixture.derive(subject, actor: machine) } == .actor)
    }

    @Test func `a derived token dies with the sign-in of its subject`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        let derived = try await fixture.derive(subject, actor: try await fixture.machineToken()).issuedToken
        _ = try await fixture.pool.anyone.getUser(GetUserRequest(accessToken: derived))
        _ = try await fixture.pool.anyone.globalSignOut(GlobalSignOutRequest(accessToken: subject))
        let refusal = try await fault {
            _ = try await fixture.pool.anyone.getUser(GetUserRequest(accessToken: derived))
        }
        #expect(refusal == ServiceFault(.notAuthorized, "Access Token has been revoked"))
        #expect(
            try await fault { _ = try await fixture.derive(subject) }
                == ServiceFault(.notAuthorized, "Subject Token has been revoked"))
    }

    @Test func `a token without the id of its family is revoked by its event`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject(changing: ["origin_jti": nil])
        _ = try await fixture.derive(subject)
        _ = try await fixture.pool.anyone.globalSignOut(GlobalSignOutRequest(accessToken: subject))
        #expect(try await fixture.refusal { try await fixture.derive(subject) } == .subject)
        let neither = try await fixture.subject(changing: ["origin_jti": nil, "event_id": nil])
        #expect(try await fixture.refusal { try await fixture.derive(neither) } == .subject)
    }

    @Test func `a disabled or deleted user is neither subject nor actor`() async throws {
        let fixture = try await ExchangeFixture.make()
        try await fixture.pool.makeUser("bob")
        let (alice, bob) = (try await fixture.subject(), try await fixture.subject("bob"))
        let administrator = fixture.pool.administrator
        _ = try await fixture.derive(alice, actor: bob)
        _ = try await administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.pool.poolID, username: "bob"))
        #expect(try await fixture.refusal { try await fixture.derive(alice, actor: bob) } == .actor)
        #expect(try await fixture.refusal { try await fixture.derive(bob) } == .subject)
        try await administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.pool.poolID, username: "bob"))
        #expect(try await fault { _ = try await fixture.derive(bob) } == .noSuchUser)
        #expect(try await fault { _ = try await fixture.derive(alice, actor: bob) } == .noSuchUser)
    }

    @Test func `each form of exchange must be enabled for the client`() async throws {
        let fixture = try await ExchangeFixture.make(
            flows: ExchangeFixture.flows.filter { $0 != .allowTokenExchangeImpersonation })
        let other = try await ExchangeFixture(
            of: fixture.pool, flows: ExchangeFixture.flows.filter { $0 != .allowTokenExchangeDelegation })
        #expect(
            try await fault { _ = try await fixture.derive(try await fixture.subject()) }
                == .invalidParameter("TOKEN_EXCHANGE_IMPERSONATION is not enabled for the client."))
        _ = try await fixture.derive(try await fixture.subject(), actor: try await fixture.machineToken())
        #expect(
            try await fault { _ = try await other.derive(try await other.subject(), actor: "x") }
                == .invalidParameter("TOKEN_EXCHANGE_DELEGATION is not enabled for the client."))
        _ = try await other.derive(try await other.subject())
    }

    @Test func `the secret of the client is checked`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        for secret in [nil, "a-secret-of-another-client"] {
            let refusal = try await fault {
                _ = try await fixture.pool.anyone.getDerivedToken(
                    GetDerivedTokenRequest(
                        clientId: fixture.client.id, clientSecret: secret, subjectToken: subject,
                        subjectTokenType: .accessToken))
            }
            #expect(refusal?.code == .notAuthorized)
        }
    }

    @Test func `tokens of identity providers and incomplete requests are refused`() async throws {
        let fixture = try await ExchangeFixture.make()
        let subject = try await fixture.subject()
        let request = GetDerivedTokenRequest(
            clientId: fixture.client.id, clientSecret: fixture.client.secret, subjectToken: subject,
            subjectTokenType: .accessToken)
        let changes: [(inout GetDerivedTokenRequest) -> Void] = [
            { $0.subjectTokenType = .saml2 }, { $0.subjectTokenProviderName = "Google" }, { $0.actorToken = subject },
            { $0.actorTokenType = .accessToken }, { $0.actorTokenProviderName = "Google" },
        ]
        for change in changes {
            var changed = request
            change(&changed)
            let refusal = try await fault { [changed] in _ = try await fixture.pool.anyone.getDerivedToken(changed) }
            #expect(refusal?.code == .invalidParameter)
            #expect(refusal?.cause as? TokenExchangeRefusal == .request)
        }
    }
}
