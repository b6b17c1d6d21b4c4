// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseSites
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Refresh tokens at the token endpoint.
@Suite(.tags(.security)) struct RefreshTokenAttackTests {
    private func renew(
        _ token: String, _ hosted: HostedFixture, _ others: String = "", clientID: String? = nil
    ) async -> GatewayResponse {
        await hosted.post(
            "/oauth2/token",
            "grant_type=refresh_token&refresh_token=\(token)&client_id=\(clientID ?? hosted.fixture.client.id)" + others
        )
    }

    private func rotating() async throws -> (HostedFixture, tokens: GatewayResponse) {
        let hosted = try await HostedFixture.make {
            $0.explicitAuthFlows = [.allowUserPasswordAuth]
            $0.refreshTokenRotation = RefreshTokenRotationType(feature: .enabled, retryGracePeriodSeconds: 0)
        }
        try await hosted.fixture.makeUser()
        return (hosted, await hosted.exchange(try await hosted.code(try await hosted.signIn())))
    }

    @Test func `of parallel renewals with one rotating token at most one succeeds`() async throws {
        let (hosted, tokens) = try await rotating()
        let token = tokens.json["refresh_token"]?.stringValue ?? ""
        #expect(!token.isEmpty)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { await renew(token, hosted).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } <= 1)
        #expect(statuses.allSatisfy { $0 == 200 || $0 == 400 })
    }

    @Test func `the second use of a rotated token ends the sign-in, with the tokens of the first use`() async throws {
        let (hosted, tokens) = try await rotating()
        let token = tokens.json["refresh_token"]?.stringValue ?? ""
        let first = await renew(token, hosted)
        let next = first.json["refresh_token"]?.stringValue ?? ""
        #expect(first.status == 200 && !next.isEmpty && next != token)
        #expect(await renew(token, hosted).oauthError == "400 invalid_grant")
        #expect(await renew(next, hosted).oauthError == "400 invalid_grant")
        #expect(await hosted.userInfo(first.accessToken).oauthError == "401 invalid_token")
    }

    @Test func `a renewal with more scopes has those of the sign-in`() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = await hosted.exchange(try await hosted.code(try await hosted.signIn(), "&scope=openid+email"))
        let token = tokens.json["refresh_token"]?.stringValue ?? ""
        let renewed = await renew(token, hosted, "&scope=openid+email+profile+aws.cognito.signin.user.admin")
        #expect(renewed.status == 200)
        #expect(try claims(renewed.accessToken)["scope"] == "openid email")
    }

    @Test func `the token of another client is refused, and stays good for its own`() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = await hosted.exchange(try await hosted.code(try await hosted.signIn()))
        let token = tokens.json["refresh_token"]?.stringValue ?? ""
        let other = try await hosted.fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(userPoolId: hosted.fixture.poolID, clientName: "other")
        ).userPoolClient?.clientId
        #expect(await renew(token, hosted, clientID: other).oauthError == "400 invalid_grant")
        #expect(await renew(token, hosted).status == 200)
    }
}
