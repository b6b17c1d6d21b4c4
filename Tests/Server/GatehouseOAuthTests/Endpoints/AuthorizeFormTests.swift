// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import Testing

@Suite("A form for the authorization endpoint", .tags(.security))
struct AuthorizeFormTests {
    @Test("has the result of the same request with GET")
    func sameResult() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        let form = hosted.query("&scope=openid&nonce=a%23b%26c")
        let answer = await hosted.post("/oauth2/authorize", form)
        #expect(answer.status == 303 && answer.header("Set-Cookie") == nil)
        #expect(answer.header("Cache-Control") == "no-store")
        let location = try #require(answer.header("Location"))
        #expect(location == "/domains/shop/oauth2/authorize?" + form.replacing("+", with: "%20"))
        let query = String(location.drop { $0 != "?" }.dropFirst())
        let page = await hosted.get("/oauth2/authorize", query)
        #expect(page.redirect == "302 /domains/shop/login?\(query)")
        let code = await hosted.get("/oauth2/authorize", query, headers: [cookie])
        #expect(code.redirect.hasPrefix("302 https://app.example/cb?code="))
    }

    @Test("of another site begins a request only, whatever its headers say")
    func otherSites() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        for header in [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"), ("Origin", "null")] {
            let answer = await hosted.post(
                "/oauth2/authorize", hosted.query(), headers: [cookie, (name: header.0, value: header.1)])
            #expect(answer.redirect.hasPrefix("303 /domains/shop/oauth2/authorize?client_id="))
            #expect(!answer.redirect.contains("code="))
        }
    }

    @Test(
        "that cannot be read leads to the error page",
        arguments: ["state=a&state=b", "a=%ff", "a=%", String(repeating: "a=b&", count: 65)])
    func malformed(form: String) async throws {
        let answer = await (try await HostedFixture.make()).post("/oauth2/authorize", form)
        #expect(answer.redirect == "303 /domains/shop/error?error=invalid_request")
    }

    @Test("has at most 8 KiB, and no other type than that of forms")
    func bounds() async throws {
        let hosted = try await HostedFixture.make()
        let long = await hosted.post("/oauth2/authorize", "state=" + String(repeating: "a", count: 8_192))
        #expect(long.redirect == "303 /domains/shop/error?error=invalid_request")
        let json = await hosted.gateway.respond(
            to: GatewayRequest(
                method: "POST", path: hosted.base + "/oauth2/authorize",
                headers: [("Content-Type", "application/json")], body: Data("{}".utf8)))
        #expect(json.redirect == "303 /domains/shop/error?error=invalid_request")
    }
}
