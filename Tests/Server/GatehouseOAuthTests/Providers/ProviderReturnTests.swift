// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("Sign-ins that continue at a provider")
struct ProviderReturnTests {
    @Test("A person comes back from a provider with a code for the app, and with a session of the browser")
    func roundTrip() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin()
        #expect(begun.response.status == 302)
        #expect(begun.response.header("Location")?.hasPrefix("https://op.example.com/authorize?") == true)
        #expect(begun.fields["redirect_uri"] == "http://localhost:9229/domains/shop/oauth2/idpresponse")
        let returned = try await fixture.finish(begun)
        #expect(returned.status == 303)
        let location = returned.header("Location") ?? ""
        #expect(location.hasPrefix("/domains/shop/oauth2/authorize?"))
        let session = String((returned.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        #expect(session.hasPrefix("cognito-shop="))
        let query = String(location.drop { $0 != "?" }.dropFirst())
        let app = await fixture.hosted.get("/oauth2/authorize", query, headers: [("Cookie", session)])
        #expect(app.header("Location")?.hasPrefix("https://app.example/cb?code=") == true)
        #expect(try await fixture.hosted.fixture.user("corp_c1").userStatus == .externalProvider)
    }

    @Test("The state of a sign-in works once")
    func replay() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin()
        #expect(try await fixture.finish(begun).status == 303)
        let again = try await fixture.finish(begun)
        #expect(again.header("Location")?.contains("error=session_expired") == true)
        #expect(fixture.provider.exchanges.count == 1)
    }

    @Test("The state of another browser, of another pool, and a changed one are refused before a code is sent")
    func otherBrowser() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin()
        let other = try await fixture.begin()
        for headers in [[], [other.cookie], [("Cookie", "csrf-state-shop=x")]] {
            let answer = try await fixture.finish(begun, headers: headers)
            #expect(answer.header("Location")?.contains("error=session_expired") == true)
        }
        let stranger = try await HostedFixture.make(on: fixture.hosted.fixture.gatehouse, domain: "other")
        let foreign = await stranger.get(
            "/oauth2/idpresponse", "code=c1&state=\(begun.fields["state"] ?? "")", headers: [begun.cookie])
        #expect(foreign.header("Location")?.contains("error=session_expired") == true)
        #expect(fixture.provider.exchanges.isEmpty)
    }

    @Test("The state is too old after five minutes")
    func expiry() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin()
        fixture.hosted.fixture.gatehouse.clock.advance(by: 301)
        let answer = try await fixture.finish(begun)
        #expect(answer.header("Location")?.contains("error=session_expired") == true)
    }

    @Test("A response of another issuer ends the sign-in without a request with the code")
    func mixUp() async throws {
        let fixture = try await ProviderFixture.make()
        let answer = try await fixture.finish(fixture.begin(), more: "&iss=https%3A%2F%2Fattacker.example")
        #expect(answer.header("Location")?.hasPrefix("https://app.example/cb?error_description=corp+Error") == true)
        #expect(fixture.provider.exchanges.isEmpty)
    }

    @Test("An error of the provider reaches the app as a word, and a text in it does not")
    func providerError() async throws {
        let fixture = try await ProviderFixture.make()
        for (sent, shown) in [("access_denied", "access_denied"), ("%3Cscript%3E", "unknown+error")] {
            let begun = try await fixture.begin()
            let answer = await fixture.hosted.get(
                "/oauth2/idpresponse", "error=\(sent)&state=\(begun.fields["state"] ?? "")", headers: [begun.cookie])
            let location = answer.header("Location") ?? ""
            #expect(location.hasPrefix("https://app.example/cb?"))
            #expect(location.contains("corp+Error+-+\(shown)"))
            #expect(!location.contains("3Cscript"))
        }
    }

    @Test("A person whose attributes cannot be mapped is sent to the app with the service's text")
    func attributeError() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin()
        try fixture.provider.signIn(
            "c1", nonce: begun.fields["nonce"] ?? "", at: fixture.now, claims: ["email": "nothing"])
        let answer = await fixture.hosted.get(
            "/oauth2/idpresponse", "code=c&state=\(begun.fields["state"] ?? "")", headers: [begun.cookie])
        #expect(answer.header("Location")?.contains("error=invalid_request") == true)
        #expect(answer.header("Location")?.contains("Invalid+email+address+format.") == true)
    }

    @Test("prompt=login does not lead to the provider again after the sign-in")
    func prompt() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin("&identity_provider=corp&prompt=login&max_age=0")
        #expect(begun.fields["prompt"] == "login" && begun.fields["max_age"] == "0")
        let proof: [String: WireValue?] = ["auth_time": .integer(Int64(fixture.now.timeIntervalSince1970))]
        let location = try await fixture.finish(begun, claims: proof).header("Location") ?? ""
        #expect(!location.contains("prompt"))
        #expect(!location.contains("max_age"))
        #expect(location.contains("identity_provider=corp"))
    }

    @Test(
        "max_age needs a time of the provider that is recent, with five minutes for its clock", .tags(.security),
        arguments: [(360, true), (361, false), (nil, false)] as [(Int64?, Bool)])
    func maximumAge(age: Int64?, isRecent: Bool) async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin("&identity_provider=corp&max_age=60")
        let now = Int64(fixture.now.timeIntervalSince1970)
        let returned = try await fixture.finish(begun, claims: ["auth_time": age.map { .integer(now - $0) }])
        let location = returned.header("Location") ?? ""
        #expect(location.contains("error=login_required") == !isRecent)
        #expect((returned.header("Set-Cookie") ?? "").contains("cognito-shop=") == isRecent)
    }

    @Test("A name with markup of a provider is no provider, and is not shown")
    func unknownProvider() async throws {
        let fixture = try await ProviderFixture.make()
        let begun = try await fixture.begin("&identity_provider=%3Cscript%3E")
        #expect(begun.response.header("Location")?.contains("3Cscript") == false)
    }
}
