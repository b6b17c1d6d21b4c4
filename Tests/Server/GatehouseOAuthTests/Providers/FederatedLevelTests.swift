// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Levels of authentication at identity providers: `acr_values`, `AcrMapping`, and the provider's claims `acr` and `amr`.
@Suite(.hangLimit) struct FederatedLevelTests {
    /// The provider's names for two of the levels.
    private static let names = ["Level2": "bronze", "Level3": "silver"]

    private static func parameters(_ levels: [Int]) -> String {
        let names = levels.map { "urn%3Acognito%3Aloa%3A\($0)" }.joined(separator: "+")
        return "&identity_provider=corp&scope=openid" + (levels.isEmpty ? "" : "&acr_values=" + names)
    }

    private static func claims(acr: String? = nil, amr: [String] = []) -> [String: WireValue?] {
        ["acr": acr.map(WireValue.string), "amr": amr.isEmpty ? nil : .array(amr.map(WireValue.string))]
    }

    /// The cookie of the session that a response begins; `nil` if it begins none.
    private static func session(_ response: GatewayResponse) -> (name: String, value: String)? {
        let pair = String((response.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        return pair.hasPrefix("cognito-shop=") ? ("Cookie", pair) : nil
    }

    /// The claims of the ID token of a browser that returns from the provider.
    private func idToken(
        after response: GatewayResponse, in fixture: ProviderFixture
    ) async throws -> [WireName: WireValue] {
        let query = String((response.header("Location") ?? "").drop { $0 != "?" }.dropFirst())
        let app = await fixture.hosted.get(
            "/oauth2/authorize", query, headers: [try #require(Self.session(response))])
        let location = try #require(URLComponents(string: app.header("Location") ?? ""))
        let code = try #require(location.queryItems?.first { $0.name == "code" }?.value)
        return try GatehouseTesting.claims(await fixture.hosted.exchange(code).json["id_token"]?.stringValue)
    }

    @Test(arguments: [([], nil), ([3, 4, 2], "silver bronze"), ([4, 1], nil)] as [([Int], String?)])
    func `the provider gets the levels of a request by its own names`(_ levels: [Int], _ sent: String?) async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names)
        #expect(try await fixture.begin(Self.parameters(levels)).fields["acr_values"] == sent)
    }

    @Test(
        arguments: [
            ([2], "silver", ["pwd", "otp", "face"], 3, ["pwd", "otp", "mfa"]), ([3, 2], "bronze", ["sms"], 2, ["sms"]),
            ([1], nil, [], 1, ["fed"]), ([1], "gold", ["face", "fed"], 1, ["fed"]),
        ] as [([Int], String?, [String], Int, [String])])
    func `the tokens have the level and the methods that the provider names`(
        _ levels: [Int], _ acr: String?, _ amr: [String], _ level: Int, _ methods: [String]
    ) async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names)
        let returned = try await fixture.finish(
            fixture.begin(Self.parameters(levels)), claims: Self.claims(acr: acr, amr: amr))
        let claims = try await idToken(after: returned, in: fixture)
        #expect(claims["acr"] == .string("urn:cognito:loa:\(level)"))
        #expect(claims["amr"] == .array(methods.map(WireValue.string)))
    }

    @Test func `without a level in the request or the pool, the tokens have neither claim`() async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names)
        let returned = try await fixture.finish(
            fixture.begin(Self.parameters([])), claims: Self.claims(acr: "silver", amr: ["pwd"]))
        let claims = try await idToken(after: returned, in: fixture)
        #expect(claims["acr"] == nil && claims["amr"] == nil)
    }

    @Test func `a pool that names its levels has the level in all tokens`() async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names) {
            $0.acrConfiguration = ["Level3": AcrLevelConfigType(acrValue: "strong")]
        }
        let returned = try await fixture.finish(
            fixture.begin(Self.parameters([])), claims: Self.claims(acr: "silver"))
        let claims = try await idToken(after: returned, in: fixture)
        #expect(claims["acr"] == "strong" && claims["amr"] == ["fed"])
    }

    @Test(
        .tags(.security),
        arguments: [
            (nil, []), (nil, ["pwd", "otp", "mfa"]), ("bronze", ["hwk"]), ("gold", []), ("urn:cognito:loa:3", []),
            ("Silver", []),
        ] as [(String?, [String])])
    func `a level that the provider does not reach is an error at the app, and signs no user in`(
        _ acr: String?, _ amr: [String]
    ) async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names)
        let returned = try await fixture.finish(
            fixture.begin(Self.parameters([4, 3])), claims: Self.claims(acr: acr, amr: amr))
        let location = returned.header("Location") ?? ""
        #expect(location.hasPrefix("https://app.example/cb?error_description=corp+Error"))
        #expect(location.contains("&error=unmet_authentication_requirements&"))
        #expect(Self.session(returned) == nil)
        #expect(try await fault { _ = try await fixture.hosted.fixture.user("corp_c1") }?.code == .userNotFound)
    }

    @Test(.tags(.security)) func `a session counts for the level that its tokens have`() async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names)
        let returned = try await fixture.finish(
            fixture.begin(Self.parameters([2])), claims: Self.claims(acr: "silver", amr: ["pwd", "otp"]))
        let cookie = try #require(Self.session(returned))
        for (levels, isReached) in [([3], true), ([4, 1], true), ([4], false)] {
            let query = fixture.hosted.query(Self.parameters(levels))
            let silent = await fixture.hosted.get("/oauth2/authorize", query + "&prompt=none", headers: [cookie])
            let answer = silent.header("Location") ?? ""
            #expect(answer.contains("?code=") == isReached, "\(levels)")
            #expect(answer.contains("error=login_required") == !isReached, "\(levels)")
            let shown = await fixture.hosted.get("/oauth2/authorize", query, headers: [cookie])
            #expect(shown.header("Location")?.hasPrefix(PlayedProvider.url) == !isReached, "\(levels)")
        }
    }

    @Test func `a pool of the lowest tier asks the provider for no level, and needs none`() async throws {
        let fixture = try await ProviderFixture.make(levels: Self.names) { $0.userPoolTier = .lite }
        let begun = try await fixture.begin(Self.parameters([3]))
        #expect(begun.fields["acr_values"] == nil)
        #expect(try await Self.session(fixture.finish(begun)) != nil)
    }
}
