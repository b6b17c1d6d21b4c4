// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseGateway
import GatehouseOAuth
import GatehousePages
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("The domain of a user pool", .tags(.security))
struct HostedDomainTests {
    private func location(_ host: String, on gateway: Gateway, path: String = "/oauth2/authorize") async -> String {
        await gateway.respond(to: GatewayRequest(method: "GET", path: path, headers: [("Host", host)])).redirect
    }

    private func server() async throws -> TestGatehouse {
        var settings = GatewaySettings()
        // Without a key, a server with an outbox allows its own host names only.
        settings.developerKey = DeveloperKey("0123456789abcdef0123456789abcdef")
        return try await TestGatehouse(baseURL: "https://id.example:8443/auth", settings: settings)
    }

    @Test("is served by path and by host name, and links stay on the host of the request")
    func places() async throws {
        let hosted = try await HostedFixture.make(on: try await server())
        for host in ["shop.id.example", "SHOP.id.example:8443", "shop.auth.us-east-1.amazoncognito.com"] {
            #expect(await location(host, on: hosted.gateway) == "302 /error?error=invalid_request")
        }
        for path in ["/domains/shop/oauth2/authorize", "/auth/domains/shop/oauth2/authorize"] {
            #expect(
                await location("evil.example", on: hosted.gateway, path: path)
                    == "302 /auth/domains/shop/error?error=invalid_request")
        }
        for host in [
            "shop", "other.id.example", "shop.evil.example", "shop.id.example.evil.example",
            "shop.auth.eu-west-1.amazoncognito.com", "a.shop.id.example", "id.example", "shop.id.example@evil.example",
        ] {
            #expect(await location(host, on: hosted.gateway).hasPrefix("404"))
        }
    }

    @Test("with a name of its own exists from its creation to its deletion")
    func customDomain() async throws {
        let hosted = try await HostedFixture.make(on: try await server())
        let service = hosted.fixture.administrator
        #expect(await location("auth.id.example", on: hosted.gateway).hasPrefix("404"))
        _ = try await service.createUserPoolDomain(
            CreateUserPoolDomainRequest(
                domain: "auth.id.example", userPoolId: hosted.fixture.poolID,
                customDomainConfig: CustomDomainConfigType(
                    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/a")))
        #expect(await location("auth.id.example", on: hosted.gateway) == "302 /error?error=invalid_request")
        _ = try await service.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: "auth.id.example", userPoolId: hosted.fixture.poolID))
        #expect(await location("auth.id.example", on: hosted.gateway).hasPrefix("404"))
    }

    @Test(
        "is that of the prefix under a host name that another pool's custom domain has too",
        arguments: ["shop.id.example", "shop.auth.us-east-1.amazoncognito.com"])
    func collision(custom: String) async throws {
        let server = try await server()
        let hosted = try await HostedFixture.make(on: server)
        let other = try await PoolFixture.make(on: server)
        try await insert(custom, ofPool: other.poolID, on: server)
        // The host's pages know the client of the prefix's pool, and not one of the other pool.
        let login = "/login"
        let query = hosted.query()
        let foreign = query.replacing(hosted.fixture.client.id, with: other.client.id)
        #expect(await status(custom, login, query, on: hosted.gateway) == 200)
        #expect(await status(custom, login, foreign, on: hosted.gateway) == 302)
        #expect(
            await location("id.example", on: hosted.gateway, path: "/domains/\(custom)/oauth2/authorize")
                == "302 /auth/domains/\(custom)/error?error=invalid_request")
        _ = try await hosted.fixture.administrator.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: "shop", userPoolId: hosted.fixture.poolID))
        #expect(await status(custom, login, query, on: hosted.gateway) == 302)
        #expect(await location(custom, on: hosted.gateway) == "302 /error?error=invalid_request")
    }

    @Test("is the custom domain where the same pool has both names of a host")
    func bothNames() async throws {
        let server = try await server()
        let hosted = try await HostedFixture.make(on: server)
        try await insert("shop.id.example", ofPool: hosted.fixture.poolID, on: server)
        let lookup = DomainLookup(server.installation.userPools)
        let found = try await lookup.domain(at: .host(try #require(HostName("shop.id.example"))))
        #expect(found?.record.name == "shop.id.example")
    }

    /// Stores a custom domain as an early release did.
    private func insert(_ name: String, ofPool poolID: String, on server: TestGatehouse) async throws {
        let now = server.clock.now
        try await server.installation.userPools.records.write { store in
            try store.insert(
                UserPoolDomainRecord(
                    name: name, poolID: poolID,
                    customDomain: CustomDomainConfigType(
                        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/a"),
                    managedLoginVersion: 1, createdAt: now, modifiedAt: now))
        }
    }

    private func status(_ host: String, _ path: String, _ query: String, on gateway: Gateway) async -> Int {
        await gateway.respond(
            to: GatewayRequest(method: "GET", path: path, query: query, headers: [("Host", host)])
        ).status
    }

    @Test("names its endpoints in the discovery document of the pool")
    func discovery() async throws {
        let hosted = try await HostedFixture.make()
        let path = "/\(hosted.fixture.poolID)/.well-known/openid-configuration"
        let document = await hosted.gateway.respond(to: GatewayRequest(method: "GET", path: path)).json
        let base = "http://localhost:9229/domains/shop"
        #expect(document["authorization_endpoint"]?.stringValue == base + "/oauth2/authorize")
        #expect(document["token_endpoint"]?.stringValue == base + "/oauth2/token")
        #expect(document["userinfo_endpoint"]?.stringValue == base + "/oauth2/userInfo")
        #expect(document["revocation_endpoint"]?.stringValue == base + "/oauth2/revoke")
        #expect(document["end_session_endpoint"]?.stringValue == base + "/logout")
        #expect(document["pushed_authorization_request_endpoint"]?.stringValue == base + "/oauth2/par")
        #expect(document["code_challenge_methods_supported"] == ["S256"])
        #expect(document["authorization_response_iss_parameter_supported"] == true)
    }

    @Test("is discovered by the members of the service in its order, and further ones after them")
    func orderOfDiscovery() async throws {
        let hosted = try await HostedFixture.make()
        let path = "/\(hosted.fixture.poolID)/.well-known/openid-configuration"
        let answer = await hosted.gateway.respond(to: GatewayRequest(method: "GET", path: path))
        let text = String(decoding: answer.body, as: UTF8.self)
        let names = text.matches(of: /"([a-z_]+)":/).map { String($0.1) }
        let ofService = [
            "authorization_endpoint", "end_session_endpoint", "id_token_signing_alg_values_supported", "issuer",
            "jwks_uri", "response_types_supported", "revocation_endpoint", "scopes_supported",
            "subject_types_supported", "token_endpoint", "token_endpoint_auth_methods_supported", "userinfo_endpoint",
        ]
        #expect(Array(names.prefix(ofService.count)) == ofService)
        let others = names.dropFirst(ofService.count)
        #expect(others.first == "authorization_response_iss_parameter_supported" && others.sorted() == Array(others))
        #expect(
            answer.json["grant_types_supported"]?.arrayValue?.last == "urn:ietf:params:oauth:grant-type:token-exchange")
    }

    @Test("serves the files of its pages for ever under their names")
    func files() async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.get(PageFile.styleSheet.path)
        #expect(answer.status == 200 && answer.header("Content-Type") == "text/css; charset=utf-8")
        #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
    }
}
