// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("The userInfo endpoint", .tags(.security))
struct UserInfoEndpointTests {
    @Test("returns the attributes that the scopes release, as texts")
    func scopes() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        func names(_ scope: String) async throws -> Set<String> {
            let tokens = await hosted.exchange(try await hosted.code(cookie, "&scope=" + scope))
            let claims = await hosted.userInfo(tokens.accessToken).json.objectValue ?? [:]
            #expect(claims.values.allSatisfy { $0.stringValue != nil })
            return Set(claims.keys.map(\.text))
        }
        #expect(try await names("openid") == ["sub", "username", "email", "email_verified"])
        #expect(try await names("openid+email") == ["sub", "username", "email", "email_verified"])
        #expect(try await names("openid+profile") == ["sub", "username"])
    }

    @Test("takes the token of a POST in the header or in the form")
    func post() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let token = await hosted.exchange(try await hosted.code(try await hosted.signIn())).accessToken
        #expect(await hosted.post("/oauth2/userInfo", "access_token=\(token)").status == 200)
        let header = (name: "Authorization", value: "Bearer \(token)")
        #expect(await hosted.post("/oauth2/userInfo", "", headers: [header]).status == 200)
        let both = await hosted.post("/oauth2/userInfo", "access_token=\(token)", headers: [header])
        #expect(both.oauthError == "400 invalid_request")
    }

    @Test("refuses a request without a bearer token")
    func malformed() async throws {
        let hosted = try await HostedFixture.make()
        for headers in [[], [("Authorization", "Basic eDp5")], [("Authorization", "Bearer ")]] {
            let answer = await hosted.get("/oauth2/userInfo", headers: headers.map { (name: $0.0, value: $0.1) })
            #expect(answer.oauthError == "400 invalid_request")
            #expect(
                answer.header("WWW-Authenticate")
                    == #"Bearer error="invalid_request", error_description="Bad OAuth2 request at UserInfo Endpoint""#)
        }
    }

    @Test("refuses tokens of the API, of other pools and of other kinds, and those that have ended")
    func invalidTokens() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let api = try await hosted.fixture.tokens()
        let granted = await hosted.exchange(try await hosted.code(try await hosted.signIn()))
        let other = try await HostedFixture.make(on: hosted.fixture.gatehouse, domain: "other")
        #expect(await other.userInfo(granted.accessToken).oauthError == "401 invalid_token")
        for token in [api.accessToken ?? "", api.idToken ?? "", granted.accessToken + "x", "x"] {
            #expect(await hosted.userInfo(token).oauthError == "401 invalid_token")
        }
        hosted.fixture.gatehouse.clock.advance(by: 3_601)
        #expect(await hosted.userInfo(granted.accessToken).oauthError == "401 invalid_token")
    }
}
