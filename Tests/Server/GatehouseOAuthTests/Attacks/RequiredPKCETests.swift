// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Testing

/// Clients that must use PKCE.
@Suite(.tags(.security)) struct RequiredPKCETests {
    private static let challenge = "&code_challenge=\(pkce.challenge)&code_challenge_method=S256"

    /// The redirect of a server with the setting for a request.
    private func redirect(
        _ words: [String], _ hosted: HostedFixture, _ others: String = "", page: String = "/oauth2/authorize"
    ) async throws -> String {
        var deployment = hosted.fixture.anyone.pools.deployment
        deployment.requiredPKCE = try #require(PKCERequirement(words))
        let gateway = hosted.fixture.gateway(of: hosted.fixture.pools(deployment: deployment))
        return await gateway.respond(
            to: GatewayRequest(method: "GET", path: hosted.base + page, query: hosted.query(others))
        ).redirect
    }

    @Test(arguments: ["/oauth2/authorize", "/login", "/signup"])
    func `a public client without a challenge is refused at every page`(_ page: String) async throws {
        let hosted = try await HostedFixture.make()
        let refused = try await redirect(["public"], hosted, page: page)
        #expect(refused.hasPrefix("302 https://app.example/cb?error_description=code_challenge+is+missing"))
        #expect(try await !redirect(["public"], hosted, Self.challenge, page: page).contains("app.example/cb?error"))
        #expect(try await !redirect(["none"], hosted, page: page).contains("app.example/cb?error"))
    }

    @Test func `a downgrade of the challenge is refused`() async throws {
        let hosted = try await HostedFixture.make()
        for others in [
            "&code_challenge=\(pkce.verifier)&code_challenge_method=plain", "&code_challenge=\(pkce.challenge)",
            "&code_challenge_method=S256", "&code_challenge=&code_challenge_method=", "&code_verifier=\(pkce.verifier)",
        ] {
            let refused = try await redirect(["public"], hosted, others)
            #expect(refused.contains("error=invalid_request"), "\(others)")
        }
    }

    @Test func `the setting is for clients without a secret, for named clients, or for all`() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        func isRefused(_ words: [String]) async throws -> Bool {
            try await redirect(words, hosted).contains("code_challenge+is+missing")
        }
        #expect(try await !isRefused(["public"]))
        #expect(try await isRefused(["all"]))
        #expect(try await isRefused([hosted.fixture.client.id]))
        #expect(try await isRefused(["public", hosted.fixture.client.id]))
        #expect(try await !isRefused(["another"]))
    }

    @Test func `a pushed request without a challenge is refused as well`() async throws {
        let hosted = try await HostedFixture.make()
        var deployment = hosted.fixture.anyone.pools.deployment
        deployment.requiredPKCE = try #require(PKCERequirement(["public"]))
        let gateway = hosted.fixture.gateway(of: hosted.fixture.pools(deployment: deployment))
        let answer = await gateway.respond(
            to: GatewayRequest(
                method: "POST", path: hosted.base + "/oauth2/par",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Data(hosted.query().utf8)))
        #expect(answer.oauthError == "400 invalid_request")
        #expect(answer.json["error_description"] == "code_challenge is missing")
    }

    @Test(arguments: [["none", "all"], ["all", "none"], ["a b"], ["a-b"], [String(repeating: "a", count: 129)]])
    func `another text is no setting`(_ words: [String]) {
        #expect(PKCERequirement(words) == nil)
    }
}
