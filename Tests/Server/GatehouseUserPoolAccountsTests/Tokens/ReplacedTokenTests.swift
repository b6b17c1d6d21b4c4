// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseSignIn
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Refresh tokens that rotation replaced so long ago that the store has removed their rows.
@Suite struct ReplacedTokenTests {
    /// A client that rotates refresh tokens, and the database behind it.
    private struct Stage {
        let fixture: PoolFixture
        let database: CountingDatabase

        static func make(gracePeriod: Int = 0) async throws -> Stage {
            let made = try await PoolFixture.make {
                $0.explicitAuthFlows = [.allowUserPasswordAuth]
                $0.refreshTokenRotation = RefreshTokenRotationType(
                    feature: .enabled, retryGracePeriodSeconds: gracePeriod)
            }
            let (gatehouse, database) = try made.gatehouse.counted()
            let fixture = PoolFixture(gatehouse: gatehouse, poolID: made.poolID, client: made.client)
            try await fixture.makeUser()
            return Stage(fixture: fixture, database: database)
        }

        func wait(_ seconds: Double) { fixture.gatehouse.clock.advance(by: seconds) }

        func renew(_ token: String, client: String? = nil) async throws -> AuthenticationResultType {
            let request = GetTokensFromRefreshTokenRequest(
                refreshToken: token, clientId: client ?? fixture.client.id)
            return try #require(try await fixture.anyone.getTokensFromRefreshToken(request).authenticationResult)
        }

        func rotate(_ token: String) async throws -> String { try #require(try await renew(token).refreshToken) }

        func refusal(_ token: String, client: String? = nil) async throws -> ServiceFault? {
            try await fault { _ = try await renew(token, client: client) }
        }

        /// Rotates a token again and again, each time after an hour.
        func rotate(_ token: String, times: Int) async throws -> String {
            var token = token
            for _ in 0..<times {
                token = try await rotate(token)
                wait(3_600)
            }
            return token
        }

        func signIn() async throws -> (first: String, accessToken: String) {
            let tokens = try await fixture.tokens()
            return (try #require(tokens.refreshToken), try #require(tokens.accessToken))
        }

        /// A sign-in whose first token has no row any more.
        func replaced() async throws -> (first: String, current: String, accessToken: String) {
            let (first, accessToken) = try await signIn()
            let current = try await rotate(first, times: 4)
            #expect(try await hasRow(first) == false)
            #expect(try await hasRow(current))
            return (first, current, accessToken)
        }

        func hasRow(_ token: String) async throws -> Bool {
            let pools = fixture.anyone.pools
            let hash = pools.tokenSecrets.refreshTokenHash(token)
            return try await pools.records.read { store in try store.refreshToken(hash) != nil }
        }

        func rows() async throws -> Int {
            try await database.read { reader in
                try reader.queryOne("SELECT count(*) AS tokens FROM refresh_tokens").map { row in
                    try row["tokens"] as Int
                } ?? 0
            }
        }
    }

    @Test func `a session that refreshes each hour for 30 days keeps few rows, and its first token is recognised`()
        async throws
    {
        let stage = try await Stage.make()
        let (first, _) = try await stage.signIn()
        var token = first
        for hour in 0..<720 {
            if hour > 0 { stage.wait(3_600) }
            token = try await stage.rotate(token)
            if hour.isMultiple(of: 60) { #expect(try await stage.rows() <= 5) }
        }
        #expect(try await stage.rows() == 2)
        #expect(try await stage.refusal(first)?.code == .refreshTokenReuse)
        #expect(try await stage.refusal(token)?.message == "Refresh Token has been revoked")
    }

    @Test func `a thief who rotates a stolen token many times is found out at its owner's next use`() async throws {
        let stage = try await Stage.make(gracePeriod: 60)
        let (stolen, accessToken) = try await stage.signIn()
        let other = try await stage.signIn()
        var token = stolen
        for _ in 0..<12 {
            token = try await stage.rotate(token)
            stage.wait(120)
        }
        let thief = try await stage.renew(token)
        #expect(try await stage.hasRow(stolen) == false)
        #expect(try await stage.refusal(stolen)?.code == .refreshTokenReuse)
        #expect(
            try await stage.refusal(try #require(thief.refreshToken))?.message == "Refresh Token has been revoked")
        for dead in [accessToken, try #require(thief.accessToken)] {
            let request = GetUserRequest(accessToken: dead)
            #expect(
                try await fault { _ = try await stage.fixture.anyone.getUser(request) }?.message
                    == "Access Token has been revoked")
        }
        _ = try await stage.rotate(other.first)
    }

    @Test func `each token of a long session is recognised, wherever it stood`() async throws {
        for position in 0..<6 {
            let stage = try await Stage.make()
            var tokens = [try await stage.signIn().first]
            for _ in 0..<6 {
                tokens.append(try await stage.rotate(tokens[tokens.count - 1]))
                stage.wait(3_600)
            }
            #expect(try await stage.refusal(tokens[position])?.code == .refreshTokenReuse)
            #expect(try await stage.refusal(tokens[6])?.message == "Refresh Token has been revoked")
        }
    }

    @Test func `a token keeps its row for the grace period, however often its successors are rotated`() async throws {
        let stage = try await Stage.make(gracePeriod: 60)
        let current = try await stage.rotate(try await stage.signIn().first, times: 3)
        let second = try await stage.rotate(current)
        var token = second
        for _ in 0..<10 {
            stage.wait(5)
            token = try await stage.rotate(token)
        }
        stage.wait(9)
        _ = try await stage.rotate(current)
        stage.wait(120)
        token = try await stage.rotate(token)
        stage.wait(120)
        token = try await stage.rotate(token)
        // The retry's own token, which is good until it expires, the token that was just replaced, and the newest one.
        stage.wait(120)
        _ = try await stage.rotate(token)
        #expect(try await stage.rows() <= 5)
        #expect(try await stage.refusal(second)?.code == .refreshTokenReuse)
    }

    @Test func `a changed token is unknown, and ends no session`() async throws {
        let stage = try await Stage.make()
        let (first, current, _) = try await stage.replaced()
        let bytes = try #require(Base64URL.decode(first))
        for position in [0, 31, 32, 79, 80, bytes.count - 37, bytes.count - 1] {
            var changed = bytes
            changed[position] ^= 1
            #expect(try await stage.refusal(Base64URL.encode(changed)) == .invalidRefreshToken)
        }
        let forged = [
            Base64URL.encode(Array(bytes.dropLast())), Base64URL.encode(bytes + [0]), first + "=", first + "AAAA",
            Base64URL.encode(Array(bytes[..<80])),
            Base64URL.encode(Array(repeating: 0, count: 32) + Array(bytes[32...])),
            String(repeating: "A", count: 4_096), "unknown",
        ]
        for token in forged { #expect(try await stage.refusal(token) == .invalidRefreshToken) }
        _ = try await stage.rotate(current)
    }

    @Test func `a replaced token that another client or another pool's client presents ends no session`() async throws {
        let stage = try await Stage.make()
        let (first, current, _) = try await stage.replaced()
        let gatehouse = stage.fixture.gatehouse
        let neighbour = try await gatehouse.makeClient(ofPool: stage.fixture.poolID)
        let stranger = try await PoolFixture.make(on: gatehouse)
        for client in [neighbour.id, stranger.client.id] {
            #expect(try await stage.refusal(first, client: client) == .invalidRefreshToken)
        }
        _ = try await stage.rotate(current)
    }

    @Test func `a replaced token of a deleted user is unknown`() async throws {
        let stage = try await Stage.make()
        let first = try await stage.replaced().first
        try await stage.fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: stage.fixture.poolID, username: "alice"))
        #expect(try await stage.refusal(first) == .invalidRefreshToken)
    }

    @Test func `a replaced token expires with its session`() async throws {
        let stage = try await Stage.make()
        let first = try await stage.replaced().first
        stage.wait(30 * 86_400)
        #expect(try await stage.refusal(first)?.message == "Refresh Token has expired")
        try await stage.fixture.anyone.pools.purgeExpired()
        #expect(try await stage.refusal(first) == .invalidRefreshToken)
    }

    @Test func `a session without rows has no replaced tokens, and its access tokens stay valid`() async throws {
        let stage = try await Stage.make()
        let (first, _) = try await stage.signIn()
        let renewed = try await stage.renew(first)
        try await stage.database.write { connection in try connection.execute("DELETE FROM refresh_tokens") }
        for token in [first, try #require(renewed.refreshToken)] {
            #expect(try await stage.refusal(token) == .invalidRefreshToken)
        }
        _ = try await stage.fixture.anyone.getUser(
            GetUserRequest(accessToken: try #require(renewed.accessToken)))
    }

    @Test func `the revocation of a replaced token ends its session`() async throws {
        let stage = try await Stage.make()
        let (first, current, _) = try await stage.replaced()
        _ = try await stage.fixture.anyone.revokeToken(
            RevokeTokenRequest(token: first, clientId: stage.fixture.client.id))
        #expect(try await stage.refusal(current)?.message == "Refresh Token has been revoked")
    }

    @Test func `a token of an earlier release is good, keeps its row when it is replaced, and is recognised`()
        async throws
    {
        let stage = try await Stage.make()
        let (_, accessToken) = try await stage.signIn()
        let pools = stage.fixture.anyone.pools
        let poolID = stage.fixture.poolID
        let familyID = try #require(try claims(accessToken)["origin_jti"]?.stringValue)
        let old = Base64URL.encode([UInt8](0..<48))
        let hash = pools.tokenSecrets.refreshTokenHash(old)
        #expect(pools.tokenSecrets.familyName(in: old) == nil)
        try await pools.records.write { store in
            let family = try #require(try store.tokenFamily(familyID, inPool: poolID))
            try store.insert(
                RefreshTokenRecord(hash: hash, poolID: poolID, familyID: familyID, expiresAt: family.expiresAt))
        }
        let current = try await stage.rotate(old, times: 20)
        let name = try #require(pools.tokenSecrets.familyName(in: current))
        #expect(name.poolID == poolID && name.id == familyID)
        #expect(try await stage.hasRow(old))
        #expect(try await stage.refusal(old)?.code == .refreshTokenReuse)
        #expect(try await stage.refusal(current)?.message == "Refresh Token has been revoked")
    }

    @Test func `a refresh token has the characters and the length that clients expect`() async throws {
        let stage = try await Stage.make()
        let (first, _) = try await stage.signIn()
        #expect(first.utf8.count < 256)
        #expect(Base64URL.decode(first) != nil)
    }
}
