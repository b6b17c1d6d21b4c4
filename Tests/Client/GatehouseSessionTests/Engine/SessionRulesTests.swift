// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// What a sign-in does by the rules of `AWSMobileClient`.
@Suite(.hangLimit) struct SessionRulesTests {
    private static func fixture(_ store: any CredentialStore = InMemoryCredentialStore()) throws -> Fixture {
        try Fixture(rules: .mobileClient, store: store)
    }

    @Test func `a sign-in obtains no credentials, and keeps the guest's identity without them`() async throws {
        let fixture = try Self.fixture()
        try await fixture.beGuest()
        #expect(try await fixture.engine.signIn(username: "ada", password: "pw").isSignedIn)
        #expect(fixture.service.operations == ["InitiateAuth"])
        guard case .userAndIdentityPool(let user, let identity) = try fixture.engine.record() else {
            Issue.record("no user with an identity")
            return
        }
        #expect(user.typedUsername == "ada")
        #expect(identity == GrantedIdentity(identityID: "guest-id", credentials: nil))
        let granted = try await fixture.engine.freshCredentials(validFor: .seconds(600))
        #expect(granted.identityID == "guest-id" && granted.credentials != nil)
        #expect(fixture.service.operations == ["InitiateAuth", "GetCredentialsForIdentity"])
        let logins = fixture.service.inputs(of: "GetCredentialsForIdentity")[0]["Logins"]
        #expect(logins?["cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123"]?.stringValue == user.tokens.idToken)
    }

    @Test func `a sign-in fails without a refresh token`() async throws {
        let fixture = try Self.fixture()
        var tokens = Fixture.tokens(fixture.clock).objectValue ?? [:]
        tokens["RefreshToken"] = nil
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": .object(tokens)]))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "ada", password: "pw") }
        #expect(try fixture.engine.record() == nil)
    }

    @Test(arguments: [false, true])
    func `a sign-in replaces a user; only the same user keeps the identity`(isSame: Bool) async throws {
        let fixture = try Self.fixture()
        try await fixture.signIn()
        _ = try await fixture.engine.freshCredentials(validFor: .zero)
        let next = Fixture.tokens(fixture.clock, name: "next", sub: isSame ? "sub-1" : "sub-2")
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": next]))
        #expect(try await fixture.engine.signIn(username: "next", password: "pw").isSignedIn)
        #expect(try fixture.engine.record()?.user?.typedUsername == "next")
        let kept = GrantedIdentity(identityID: "user-id", credentials: nil)
        #expect(try fixture.engine.record()?.identity == (isSame ? kept : nil))
        #expect(try fixture.restarted().engine.record() == fixture.engine.record())
    }

    @Test func `a sign-in replaces a federated session, and a user whose refresh token is dead`() async throws {
        let fixture = try Self.fixture()
        try fixture.engine.adoptFederation(FederatedLogin(provider: "p", token: "t"), identityID: "id")
        try await fixture.signIn()
        #expect(try fixture.engine.record()?.user?.typedUsername == "Ada@example.com")
        #expect(try fixture.engine.record()?.identity == nil)
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.sessionExpired) { try await fixture.engine.freshTokens() }
        #expect(try fixture.engine.record()?.user?.isRefreshTokenDead == true)
        try await fixture.signIn()
        #expect(try await fixture.engine.freshTokens().refreshToken != "refresh-1")
    }

    @Test func `a challenge is answered although a user is signed in`() async throws {
        let fixture = try Self.fixture()
        try await fixture.signIn()
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await fixture.engine.signIn(username: "eve", password: "pw")
        let tokens = Fixture.tokens(fixture.clock, name: "eve")
        fixture.service.on("RespondToAuthChallenge", .answer(["AuthenticationResult": tokens]))
        #expect(try await fixture.engine.confirmSignIn(response: "new").isSignedIn)
        #expect(try fixture.engine.record()?.user?.typedUsername == "eve")
    }

    @Test func `a second sign-in does not wait for the first, which is ended and whose tokens are revoked`()
        async throws
    {
        let fixture = try Self.fixture()
        let (engine, clock, barrier) = (fixture.engine, fixture.clock, Barrier())
        fixture.service.on("InitiateAuth") { input in
            let name = input["AuthParameters"]?["USERNAME"]?.stringValue ?? ""
            if name == "slow" { await barrier.pass() }
            return .answer(["AuthenticationResult": Fixture.tokens(clock, name: name)])
        }
        let first = Task { try await engine.signIn(username: "slow", password: "pw") }
        await barrier.someone()
        #expect(try await engine.signIn(username: "quick", password: "pw").isSignedIn)
        barrier.open()
        await #expect(throws: SessionError.self) { try await first.value }
        #expect(try engine.record()?.user?.typedUsername == "quick")
        #expect(fixture.service.inputs(of: "RevokeToken").map { $0["Token"] } == ["refresh-slow"])
    }

    @Test func `an abandoned challenge can no longer be answered`() async throws {
        let fixture = try Self.fixture()
        fixture.service.on("InitiateAuth", .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s"]))
        _ = try await fixture.engine.signIn(username: "ada", password: "pw")
        fixture.engine.abandonSignIn()
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "x") }
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
    }

    @Test(arguments: [false, true])
    func `a renewal that finds no such user ends the session by the other rules alone`(isMobile: Bool) async throws {
        let fixture = try Fixture(identityPool: false, rules: isMobile ? .mobileClient : .amplify)
        try await fixture.signIn()
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault("UserNotFoundException"))
        let fault = SessionError.service(ServiceFault("UserNotFoundException", "refused"))
        await #expect(throws: isMobile ? fault : .sessionExpired) { try await fixture.engine.freshTokens() }
        #expect(try fixture.engine.record()?.user?.isRefreshTokenDead == !isMobile)
    }

    @Test func `a sign-in that cannot be stored fails, and its tokens are revoked`() async throws {
        let store = FailingStore()
        let fixture = try Self.fixture(store)
        try await fixture.beGuest()
        store.fail(.write)
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "ada", password: "pw") }
        store.fail(nil)
        #expect(fixture.service.operations == ["InitiateAuth", "RevokeToken"])
        #expect(try fixture.engine.record()?.identity?.identityID == "guest-id")
    }

    @Test func `calls in the user's name need no identity pool`() async throws {
        let fixture = try Self.fixture()
        try await fixture.signIn()
        fixture.expire()
        fixture.service.on("GetCredentialsForIdentity", .fault("NotAuthorizedException"))
        fixture.service.on("GetUser", .answer(["Username": "ada", "UserAttributes": []]))
        #expect(try await fixture.engine.userAttributes().isEmpty)
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken", "GetUser"])
        fixture.service.forget()
        try await fixture.engine.deleteAccount()
        #expect(fixture.service.operations == ["DeleteUser"])
        #expect(try fixture.engine.record()?.user != nil)
    }
}
