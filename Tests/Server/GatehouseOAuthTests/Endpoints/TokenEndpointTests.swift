// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("The token endpoint", .tags(.security))
struct TokenEndpointTests {
    @Test(
        "answers a form that it cannot read with invalid_request",
        arguments: [
            "", "grant_type=", "grant_type=refresh_token&grant_type=refresh_token", "grant_type=%ff", "grant_type=%",
            "x",
            "grant_type=authorization_code&client_id=a&client_id=b", String(repeating: "a=b&", count: 65),
        ])
    func malformed(form: String) async throws {
        let answer = await (try await HostedFixture.make()).post("/oauth2/token", form)
        #expect(answer.oauthError == "400 invalid_request")
        #expect(answer.header("Cache-Control") == "no-store" && answer.header("Pragma") == "no-cache")
        #expect(answer.header("Access-Control-Allow-Origin") == "*")
    }

    @Test("reads forms only, and no parameter of the query")
    func otherTypes() async throws {
        let hosted = try await HostedFixture.make()
        let query = "grant_type=refresh_token&client_id=\(hosted.fixture.client.id)"
        let json = await hosted.gateway.respond(
            to: GatewayRequest(
                method: "POST", path: hosted.base + "/oauth2/token", query: query,
                headers: [("Content-Type", "application/json")], body: Data("{}".utf8)))
        #expect(json.oauthError == "400 invalid_request")
        let empty = await hosted.gateway.respond(
            to: GatewayRequest(method: "POST", path: hosted.base + "/oauth2/token", query: query))
        #expect(empty.json["error_description"] == "grant_type is missing")
        #expect(await hosted.get("/oauth2/token", query).status == 405)
    }

    @Test("knows the grants of the service and no other")
    func grants() async throws {
        let hosted = try await HostedFixture.make()
        let id = hosted.fixture.client.id
        for grant in ["password", "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code", "AUTHORIZATION_CODE"] {
            let answer = await hosted.post("/oauth2/token", "grant_type=\(grant)&client_id=\(id)")
            #expect(answer.oauthError == "400 unsupported_grant_type")
        }
    }

    @Test("exchanges a code only for a client with the code flow")
    func flow() async throws {
        let hosted = try await HostedFixture.make { $0.allowedOAuthFlows = [.implicit] }
        let answer = await hosted.post(
            "/oauth2/token", "grant_type=authorization_code&code=x&client_id=\(hosted.fixture.client.id)")
        #expect(answer.oauthError == "400 unauthorized_client")
    }

    @Test("of an address over its rate answers 429 with the time to wait")
    func rates() async throws {
        let settings = GatewaySettings(
            signaturePolicy: .anyAdministrator, rates: RateLimits(perAddress: RequestRate(perSecond: 1, burst: 1)))
        let hosted = try await HostedFixture.make(on: try await TestGatehouse(settings: settings))
        #expect(await hosted.post("/oauth2/token", "").status == 400)
        for answer in [await hosted.post("/oauth2/token", ""), await hosted.get("/oauth2/authorize")] {
            #expect(answer.status == 429 && answer.header("Retry-After") == "1")
        }
    }
}
