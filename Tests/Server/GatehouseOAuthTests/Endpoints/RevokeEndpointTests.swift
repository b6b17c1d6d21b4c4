// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("The revocation endpoint", .tags(.security))
struct RevokeEndpointTests {
    @Test("revokes a refresh token with its access tokens, and does not tell unknown tokens apart")
    func revocation() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = try await hosted.fixture.tokens()
        let form = "client_id=\(hosted.fixture.client.id)&token="
        for token in [tokens.refreshToken ?? "", tokens.refreshToken ?? "", "unknown", "%00"] {
            let answer = await hosted.post("/oauth2/revoke", form + token)
            #expect(answer.status == 200 && answer.body.isEmpty)
        }
        let refusal = try await fault {
            _ = try await hosted.fixture.anyone.getUser(.init(accessToken: tokens.accessToken ?? ""))
        }
        #expect(refusal?.message == "Access Token has been revoked")
    }

    @Test("refuses other kinds of tokens, other clients, and a wrong secret")
    func refusals() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let tokens = try await hosted.fixture.tokens()
        let id = hosted.fixture.client.id
        let access = await hosted.post("/oauth2/revoke", "client_id=\(id)&token=\(tokens.accessToken ?? "")")
        #expect(access.oauthError == "400 unsupported_token_type")
        #expect(await hosted.post("/oauth2/revoke", "client_id=\(id)").oauthError == "400 invalid_request")
        let unknown = await hosted.post("/oauth2/revoke", "client_id=unknown&token=x")
        #expect(unknown.oauthError == "401 invalid_client")
        #expect(unknown.header("WWW-Authenticate") == "Basic realm=\"\(hosted.fixture.poolID)\"")
        let other = try await hosted.fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(userPoolId: hosted.fixture.poolID, clientName: "other")
        ).userPoolClient?.clientId
        let foreign = await hosted.post(
            "/oauth2/revoke", "client_id=\(other ?? "")&token=\(tokens.refreshToken ?? "")")
        #expect(foreign.oauthError == "400 invalid_grant")
        _ = try await hosted.fixture.anyone.getUser(.init(accessToken: tokens.accessToken ?? ""))
    }

    @Test("of a client without revocation answers invalid_request")
    func disabled() async throws {
        let hosted = try await HostedFixture.make { $0.enableTokenRevocation = false }
        let answer = await hosted.post("/oauth2/revoke", "client_id=\(hosted.fixture.client.id)&token=x")
        #expect(answer.oauthError == "400 invalid_request")
    }
}
