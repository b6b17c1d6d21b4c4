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

@Suite struct RefreshTests {
    private func refresh(
        _ fixture: PoolFixture, _ token: String?, client: String? = nil
    ) async throws -> AuthenticationResultType? {
        try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(
                refreshToken: token ?? "", clientId: client ?? fixture.client.id,
                clientSecret: fixture.client.secret)
        ).authenticationResult
    }

    @Test(arguments: [false, true])
    func `a refresh token renews the other two and keeps the sign-in's own claims`(_ withSecret: Bool) async throws {
        let fixture = try await PoolFixture.make(withSecret: withSecret)
        try await fixture.makeUser()
        let first = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 4000)
        let renewed = try #require(try await refresh(fixture, first.refreshToken))
        #expect(renewed.refreshToken == nil)
        let (old, new) = (try claims(first.idToken), try claims(renewed.idToken))
        for name in ["sub", "auth_time", "origin_jti", "event_id", "aud"] { #expect(old[name] == new[name]) }
        #expect(old["jti"] != new["jti"] && old["exp"] != new["exp"])
    }

    @Test func `the older flow does the same with either form of secret hash`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let sub = try #require(try claims(tokens.idToken)["sub"]?.stringValue)
        for name in ["alice", sub] {
            var parameters = ["REFRESH_TOKEN": tokens.refreshToken ?? ""]
            parameters["SECRET_HASH"] = fixture.hash(name)
            let answer = try await fixture.anyone.initiateAuth(
                InitiateAuthRequest(
                    authFlow: .refreshTokenAuth, authParameters: parameters, clientId: fixture.client.id))
            #expect(answer.authenticationResult?.idToken != nil)
        }
        let request = InitiateAuthRequest(
            authFlow: .refreshTokenAuth, authParameters: ["REFRESH_TOKEN": tokens.refreshToken ?? ""],
            clientId: fixture.client.id)
        #expect(try await fault { _ = try await fixture.anyone.initiateAuth(request) }?.code == .notAuthorized)
    }

    @Test func `a wrong client secret is refused`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        for secret in [nil, "wrong"] {
            let request = GetTokensFromRefreshTokenRequest(
                refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id, clientSecret: secret)
            let refusal = try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(request) }
            #expect(refusal?.code == .notAuthorized)
        }
    }

    @Test func `a request without the client's secret does not reveal the state of a refresh token`() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let good = try await fixture.tokens().refreshToken ?? ""
        let revoked = try await fixture.tokens().refreshToken ?? ""
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(token: revoked, clientId: fixture.client.id, clientSecret: fixture.client.secret))
        for token in [good, revoked, "unknown"] {
            let request = GetTokensFromRefreshTokenRequest(
                refreshToken: token, clientId: fixture.client.id, clientSecret: "wrong")
            #expect(
                try await fault { _ = try await fixture.anyone.getTokensFromRefreshToken(request) }?.message
                    == "Unable to verify secret for client \(fixture.client.id)")
            #expect(
                try await olderFlow(fixture, token, hash: nil)?.message
                    == "Client \(fixture.client.id) is configured with secret but SECRET_HASH was not received")
        }
        for token in [good, revoked] {
            #expect(
                try await olderFlow(fixture, token, hash: fixture.hash("bob"))?.message
                    == "SecretHash does not match for the client: \(fixture.client.id)")
        }
        #expect(try await olderFlow(fixture, "unknown", hash: fixture.hash("alice")) == .invalidRefreshToken)
        #expect(
            try await olderFlow(fixture, revoked, hash: fixture.hash("alice"))?.message
                == "Refresh Token has been revoked")
        #expect(try await olderFlow(fixture, good, hash: fixture.hash("alice")) == nil)
    }

    private func olderFlow(_ fixture: PoolFixture, _ token: String, hash: String?) async throws -> ServiceFault? {
        var parameters = ["REFRESH_TOKEN": token]
        parameters["SECRET_HASH"] = hash
        let request = InitiateAuthRequest(
            authFlow: .refreshTokenAuth, authParameters: parameters, clientId: fixture.client.id)
        return try await fault { _ = try await fixture.anyone.initiateAuth(request) }
    }

    @Test func `a client without the refresh flow and without rotation renews nothing`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [.allowUserPasswordAuth] }
        try await fixture.makeUser()
        let token = try await fixture.tokens().refreshToken
        #expect(
            try await fault { _ = try await refresh(fixture, token) }
                == .invalidParameter("REFRESH_TOKEN_AUTH is not enabled for the client."))
    }

    @Test func `an access token that was renewed just before the end of its refresh token lives on`() async throws {
        let fixture = try await PoolFixture.make {
            $0.refreshTokenValidity = 60
            $0.tokenValidityUnits = TokenValidityUnitsType(refreshToken: .minutes)
        }
        try await fixture.makeUser()
        let first = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 59 * 60)
        let renewed = try await refresh(fixture, first.refreshToken)?.accessToken ?? ""
        fixture.gatehouse.clock.advance(by: 58 * 60)
        try await fixture.anyone.pools.purgeExpired()
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: renewed))
        #expect(try await fault { _ = try await refresh(fixture, first.refreshToken) } == .invalidRefreshToken)
        fixture.gatehouse.clock.advance(by: 86_400)
        try await fixture.anyone.pools.purgeExpired()
        let family = try #require(try claims(renewed)["origin_jti"]?.stringValue)
        let left = try await fixture.anyone.pools.records.read { [poolID = fixture.poolID] in
            try $0.tokenFamily(family, inPool: poolID)
        }
        #expect(left == nil)
    }

    @Test func `unknown, foreign, expired and revoked refresh tokens are refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let other = try await fixture.gatehouse.makeClient(ofPool: fixture.poolID)
        #expect(try await fault { _ = try await refresh(fixture, "unknown") } == .invalidRefreshToken)
        #expect(
            try await fault { _ = try await refresh(fixture, tokens.refreshToken, client: other.id) }
                == .invalidRefreshToken)
        let revoke = RevokeTokenRequest(token: tokens.refreshToken ?? "", clientId: fixture.client.id)
        _ = try await fixture.anyone.revokeToken(revoke)
        _ = try await fixture.anyone.revokeToken(revoke)
        #expect(
            try await fault { _ = try await refresh(fixture, tokens.refreshToken) }?.message
                == "Refresh Token has been revoked")
        let later = try await fixture.tokens()
        fixture.gatehouse.clock.advance(by: 30 * 86_400)
        #expect(
            try await fault { _ = try await refresh(fixture, later.refreshToken) }?.message
                == "Refresh Token has expired")
    }

    @Test func `revoking a refresh token kills the access tokens of its sign-in only`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let (first, second) = (try await fixture.tokens(), try await fixture.tokens())
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(token: first.refreshToken ?? "", clientId: fixture.client.id))
        let dead = try await fault {
            _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: first.accessToken ?? ""))
        }
        #expect(dead?.message == "Access Token has been revoked")
        _ = try await fixture.anyone.getUser(GetUserRequest(accessToken: second.accessToken ?? ""))
    }

    @Test func `only refresh tokens can be revoked, and only by a client that may`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        for token in [tokens.accessToken, tokens.idToken] {
            let request = RevokeTokenRequest(token: token ?? "", clientId: fixture.client.id)
            #expect(
                try await fault { _ = try await fixture.anyone.revokeToken(request) }?.code
                    == .unsupportedTokenType)
        }
        let closed = try await PoolFixture.make { $0.enableTokenRevocation = false }
        let request = RevokeTokenRequest(token: "x", clientId: closed.client.id)
        #expect(
            try await fault { _ = try await closed.anyone.revokeToken(request) }?.code == .unsupportedOperation)
    }

    @Test func `without revocation tokens carry no origin, and a global sign-out still ends them`() async throws {
        let fixture = try await PoolFixture.make { $0.enableTokenRevocation = false }
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let (access, id) = (try claims(tokens.accessToken), try claims(tokens.idToken))
        #expect(access["origin_jti"] == nil && access["jti"] != nil)
        #expect(id["origin_jti"] == nil && id["jti"] == nil)
        let request = GetUserRequest(accessToken: tokens.accessToken ?? "")
        _ = try await fixture.anyone.getUser(request)
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken ?? ""))
        #expect(try await fault { _ = try await fixture.anyone.getUser(request) } != nil)
    }

    @Test func `rotation replaces the refresh token, which keeps its end and stays good for the grace period`()
        async throws
    {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 10)
        }
        try await fixture.makeUser()
        let first = try await fixture.tokens().refreshToken
        let second = try await refresh(fixture, first)?.refreshToken
        #expect(second != nil && second != first)
        fixture.gatehouse.clock.advance(by: 9)
        #expect(try await refresh(fixture, first) != nil)
        fixture.gatehouse.clock.advance(by: 2)
        fixture.gatehouse.clock.advance(by: 30 * 86_400 - 12)
        #expect(try await refresh(fixture, second) != nil)
        fixture.gatehouse.clock.advance(by: 2)
        #expect(
            try await fault { _ = try await refresh(fixture, second) }?.message == "Refresh Token has expired")
    }

    @Test func `without a grace period fifty parallel rotations of one token end in one new token`() async throws {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)
        }
        try await fixture.makeUser()
        let token = try await fixture.tokens().refreshToken
        let renewed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { (try? await refresh(fixture, token)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(renewed == 1)
    }

    @Test func `a token that is used beyond the grace period revokes all tokens of its sign-in and no others`()
        async throws
    {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 10)
        }
        try await fixture.makeUser()
        let (first, other) = (try await fixture.tokens(), try await fixture.tokens())
        let second = try #require(try await refresh(fixture, first.refreshToken))
        fixture.gatehouse.clock.advance(by: 11)
        #expect(try await fault { _ = try await refresh(fixture, first.refreshToken) }?.code == .refreshTokenReuse)
        for token in [first.refreshToken, second.refreshToken] {
            #expect(
                try await fault { _ = try await refresh(fixture, token) }?.message == "Refresh Token has been revoked")
        }
        for token in [first.accessToken, second.accessToken] {
            let request = GetUserRequest(accessToken: token ?? "")
            #expect(
                try await fault { _ = try await fixture.anyone.getUser(request) }?.message
                    == "Access Token has been revoked")
        }
        #expect(try await refresh(fixture, other.refreshToken) != nil)
    }

    @Test func `of two renewals at once without a grace period one is a reuse, and the sign-in ends`() async throws {
        let fixture = try await PoolFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)
        }
        try await fixture.makeUser()
        let token = try await fixture.tokens().refreshToken
        let outcomes = try await withThrowingTaskGroup { group in
            for _ in 0..<2 { group.addTask { try await outcome(fixture, token) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let renewed = outcomes.compactMap { try? $0.get() }
        #expect(renewed.count == 1)
        #expect(outcomes.contains { $0.failure?.code == .refreshTokenReuse })
        #expect(
            try await fault { _ = try await refresh(fixture, renewed.first) }?.message
                == "Refresh Token has been revoked")
    }

    /// The new refresh token of a renewal, or the error.
    private func outcome(
        _ fixture: PoolFixture, _ token: String?
    ) async throws -> Result<String, ServiceFault> {
        do {
            return .success(try await refresh(fixture, token)?.refreshToken ?? "")
        } catch let fault as ServiceFault {
            return .failure(fault)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
