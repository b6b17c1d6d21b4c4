// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseSites
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("The client credentials grant", .tags(.security))
struct ClientCredentialsTests {
    /// A pool with the resource server `api`, and a machine with one of its two scopes.
    private func machine() async throws -> HostedFixture {
        var hosted = try await HostedFixture.make()
        let service = hosted.fixture.administrator
        _ = try await service.createResourceServer(
            CreateResourceServerRequest(
                userPoolId: hosted.fixture.poolID, identifier: "api", name: "api",
                scopes: ["read", "write"].map {
                    ResourceServerScopeType(scopeName: $0, scopeDescription: $0)
                }))
        let client = try await service.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: hosted.fixture.poolID, clientName: "machine", generateSecret: true,
                allowedOAuthFlows: [.clientCredentials], allowedOAuthScopes: ["api/read"],
                allowedOAuthFlowsUserPoolClient: true)
        ).userPoolClient
        hosted.fixture = PoolFixture(
            gatehouse: hosted.fixture.gatehouse, poolID: hosted.fixture.poolID,
            client: (id: client?.clientId ?? "", secret: client?.clientSecret))
        return hosted
    }

    @Test("gives a machine an access token and nothing else")
    func token() async throws {
        let hosted = try await machine()
        let header = basic(hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        for scope in ["", "&scope=api%2Fread", "&resource=https%3A%2F%2Fapi.example"] {
            let answer = await hosted.post("/oauth2/token", "grant_type=client_credentials" + scope, headers: header)
            #expect(answer.status == 200 && !answer.accessToken.isEmpty)
            #expect(
                Set((answer.json.objectValue ?? [:]).keys.map(\.text)) == ["access_token", "expires_in", "token_type"])
            #expect(await hosted.userInfo(answer.accessToken).oauthError == "401 invalid_token")
        }
    }

    @Test(
        "refuses scopes that do not exist or are not the machine's",
        arguments: [
            ("&scope=api%2Fwrite", "400 invalid_grant"), ("&scope=api%2Fadmin", "400 invalid_scope"),
            ("&scope=openid", "400 invalid_grant"), ("&resource=api", "400 invalid_target"),
            ("&aws_client_metadata=x", "400 invalid_request"),
            ("&aws_client_metadata=%7B%22a%22%3A1%7D", "400 invalid_request"),
        ])
    func refusals(parameters: String, error: String) async throws {
        let hosted = try await machine()
        let header = basic(hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        let answer = await hosted.post("/oauth2/token", "grant_type=client_credentials" + parameters, headers: header)
        #expect(answer.oauthError == error)
    }

    @Test("is not for clients of users, and machines get no other grant")
    func flows() async throws {
        let users = try await HostedFixture.make(withSecret: true)
        let header = basic(users.fixture.client.id, users.fixture.client.secret ?? "")
        let user = await users.post("/oauth2/token", "grant_type=client_credentials", headers: header)
        #expect(user.oauthError == "400 unauthorized_client")
        let hosted = try await machine()
        let machine = basic(hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        let code = await hosted.post("/oauth2/token", "grant_type=authorization_code&code=x", headers: machine)
        #expect(code.oauthError == "400 unauthorized_client")
        #expect(await hosted.get("/oauth2/authorize", hosted.query()).redirect.contains("/domains/shop/error?"))
    }
}
