// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// The exchange of tokens at the token endpoint.
@Suite(.hangLimit) struct TokenExchangeGrantTests {
    private static let type = "urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3A"

    private let fixture: ExchangeFixture
    private let hosted: HostedFixture

    init() async throws {
        fixture = try await ExchangeFixture.make()
        _ = try await fixture.pool.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.pool.poolID))
        hosted = HostedFixture(fixture: fixture.pool)
    }

    private func exchange(_ parameters: String, secret: String? = nil) async -> GatewayResponse {
        await hosted.post(
            "/oauth2/token", "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange" + parameters,
            headers: basic(fixture.client.id, secret ?? fixture.client.secret))
    }

    private func subject(_ token: String, type: String = "access_token") -> String {
        "&subject_token=\(token)&subject_token_type=\(Self.type)\(type)"
    }

    @Test func `an access token is exchanged for a narrower one, with an actor`() async throws {
        let machine = try await fixture.machineToken()
        let answer = await exchange(
            subject(try await fixture.subject())
                + "&actor_token=\(machine)&actor_token_type=\(Self.type)access_token&scope=orders%2Fread+orders%2Fnone"
                + "&resource=orders&requested_token_type=\(Self.type)access_token")
        #expect(answer.status == 200)
        let members = answer.json.objectValue ?? [:]
        #expect(
            Set(members.keys) == ["access_token", "expires_in", "issued_token_type", "scope", "token_type"])
        #expect(members["scope"] == "orders/read" && members["token_type"] == "Bearer")
        #expect(members["issued_token_type"] == "urn:ietf:params:oauth:token-type:access_token")
        let derived = try claims(members["access_token"]?.stringValue)
        #expect(derived["aud"] == "orders" && derived["act"]?["sub"] == .string(fixture.client.id))
        #expect(answer.header("Cache-Control") == "no-store")
    }

    @Test func `an ID token is exchanged for an ID token, with another token type than Bearer`() async throws {
        let token = try await fixture.pool.tokens().idToken ?? ""
        let answer = await exchange(subject(token, type: "id_token"))
        #expect(answer.json["token_type"] == "N_A" && answer.json["scope"] == nil)
        #expect(answer.json["issued_token_type"] == "urn:ietf:params:oauth:token-type:id_token")
    }

    @Test func `bad requests have the errors of the standard`() async throws {
        let token = try await fixture.subject(scopes: ["orders/read"])
        for (parameters, error) in [
            ("", "invalid_request"), ("&subject_token=\(token)", "invalid_request"),
            ("&subject_token_type=\(Self.type)access_token", "invalid_request"),
            (subject(token, type: "saml2"), "invalid_request"), (subject(token, type: "id_token"), "invalid_request"),
            (subject("x"), "invalid_request"), (subject(token) + "&actor_token=x", "invalid_request"),
            (subject(token) + "&actor_token=x&actor_token_type=\(Self.type)access_token", "invalid_request"),
            (subject(token) + "&audience=orders&resource=orders", "invalid_request"),
            (subject(token) + "&audience=elsewhere", "invalid_target"),
            (subject(token) + "&resource=elsewhere", "invalid_target"),
            (subject(token) + "&scope=orders%2Fwrite", "invalid_scope"),
            (subject(token) + "&requested_token_type=\(Self.type)refresh_token", "invalid_request"),
        ] {
            #expect(await exchange(parameters).oauthError == "400 " + error, "\(parameters.suffix(60))")
        }
        #expect(await exchange(subject(token), secret: "another").oauthError == "400 invalid_client")
    }

    @Test func `a client that may not exchange tokens is not authorized`() async throws {
        let other = try await ExchangeFixture(of: fixture.pool, flows: [.allowUserPasswordAuth])
        let answer = await hosted.post(
            "/oauth2/token",
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
                + subject(try await other.subject()),
            headers: basic(other.client.id, other.client.secret))
        #expect(answer.oauthError == "400 unauthorized_client")
    }

    @Test func `the log names the client and the id of the user, and no token`() async throws {
        let token = try await fixture.subject()
        let log = LogLines()
        let form =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&client_id=\(fixture.client.id)"
            + "&client_secret=\(fixture.client.secret)" + subject(token)
        let answer = await fixture.pool.gateway(logger: log.logger).respond(
            to: GatewayRequest(
                method: "POST", path: hosted.base + "/oauth2/token",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Data(form.utf8)))
        #expect(answer.status == 200)
        let sub = try #require(try claims(token)["sub"]?.stringValue)
        let line = try #require(log.all.first { $0.contains("operation=oauth2-token") })
        #expect(line.contains("client=\(fixture.client.id)") && line.contains("user=\(sub)"))
        #expect(!line.contains("alice") && !line.contains("eyJ") && !line.contains(fixture.client.secret))
    }
}
