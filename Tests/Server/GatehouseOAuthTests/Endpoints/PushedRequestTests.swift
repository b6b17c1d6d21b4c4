// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("A pushed authorization request", .tags(.security))
struct PushedRequestTests {
    private func push(_ hosted: HostedFixture, _ form: String) async throws -> String {
        let answer = await hosted.post("/oauth2/par", form)
        try #require(answer.status == 201 && answer.json["expires_in"] == 300)
        let reference = answer.json["request_uri"]?.stringValue ?? ""
        #expect(reference.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        return reference.replacing(":", with: "%3A")
    }

    @Test("replaces the parameters of the browser, for its client only")
    func parameters() async throws {
        let hosted = try await HostedFixture.make()
        let id = hosted.fixture.client.id
        let reference = try await push(hosted, hosted.query("&scope=openid"))
        let answer = await hosted.get("/oauth2/authorize", "client_id=\(id)&request_uri=\(reference)&scope=admin")
        #expect(
            answer.redirect == "302 /domains/shop/login?" + hosted.query("&scope=openid").replacing("+", with: "%20"))
        let foreign = await hosted.get("/oauth2/authorize", "client_id=other&request_uri=\(reference)")
        #expect(foreign.redirect == "302 /domains/shop/error?error=session_expired&client_id=other")
        let changed = await hosted.get("/oauth2/authorize", "client_id=\(id)&request_uri=\(reference)A")
        #expect(changed.redirect == "302 /domains/shop/error?error=session_expired&client_id=\(id)")
        hosted.fixture.gatehouse.clock.advance(by: 301)
        let late = await hosted.get("/oauth2/authorize", "client_id=\(id)&request_uri=\(reference)")
        #expect(late.redirect == "302 /domains/shop/error?error=session_expired&client_id=\(id)")
    }

    @Test("needs an authenticated client, and keeps no secret")
    func secret() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        #expect(await hosted.post("/oauth2/par", hosted.query()).oauthError == "401 invalid_client")
        let secret = hosted.fixture.client.secret ?? ""
        let reference = try await push(hosted, hosted.query("&client_secret=\(secret)"))
        let answer = await hosted.get(
            "/oauth2/authorize", "client_id=\(hosted.fixture.client.id)&request_uri=\(reference)")
        #expect(answer.redirect == "302 /domains/shop/login?" + hosted.query().replacing("+", with: "%20"))
    }

    @Test("is verified before the browser comes")
    func verification() async throws {
        let hosted = try await HostedFixture.make()
        let wrong = await hosted.post("/oauth2/par", hosted.query("&scope=admin"))
        #expect(wrong.oauthError == "400 invalid_request" && wrong.json["error_description"] == "invalid_scope")
        let address = "client_id=\(hosted.fixture.client.id)&response_type=code&redirect_uri=https%3A%2F%2Fevil.example"
        #expect(await hosted.post("/oauth2/par", address).json["error_description"] == "redirect_mismatch")
        let nested = await hosted.post("/oauth2/par", hosted.query("&request_uri=urn%3Ax"))
        #expect(nested.oauthError == "400 invalid_request")
        let long = await hosted.post("/oauth2/par", hosted.query("&nonce=" + String(repeating: "a", count: 4_096)))
        #expect(long.oauthError == "413 invalid_request")
    }
}
