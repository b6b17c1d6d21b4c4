// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("17: Auth0", .hangLimit) struct Auth0Tests {
    private static let options = HostedUIOptions(
        scopes: ["openid", "email", "offline_access"], federationProviderName: TestAuth0.host,
        tokenURIQueryParameters: ["audience": "api"])

    @Test(arguments: [MobileWorld.Pools.identityPoolOnly, .both])
    func `sign-in, refresh, restart and sign-out`(pools: MobileWorld.Pools) async throws {
        let town = try await Auth0World()
        let phone = town.phone(pools)
        let app = try await phone.started()
        #expect(try await app.showSignIn(Self.options).value() == .signedIn)
        let page = try #require(town.browser.pages.first)
        #expect(page.url.absoluteString.hasPrefix("https://tenant.auth0.com/authorize?"))
        #expect(page["scope"] == "email offline_access openid" && page["audience"] == nil)
        let form = try #require(town.auth0.forms.first)
        #expect(form["client_id"] == "auth0client" && form["redirect_uri"] == town.redirect)
        #expect(form["audience"] == "api" && form["code"] == "code")
        #expect(app.log.last?.information["provider"] == "OAuth")
        #expect(app.log.last?.information["token"]?.hasPrefix("opaque-") == true)
        try await Self.expectSession(app)

        let next = phone.app()
        #expect(try await next.initialize().value() == .signedIn)
        try await Self.expectSession(next)
        town.world.gatehouse.clock.advance(by: 3_600)
        let answers = (0..<50).map { _ in next.tokens() }
        for answer in answers { #expect(try await answer.value().accessToken?.tokenString != "opaque-1") }
        #expect(town.auth0.forms.count == 2)
        #expect(town.auth0.forms[1]["grant_type"] == "refresh_token" && town.auth0.forms[1]["audience"] == "api")
        try await Self.expectSession(next)
        #expect(next.log.changes.isEmpty)

        try await next.signOut(SignOutOptions()).value()
        let logout = try #require(town.browser.pages.last)
        #expect(logout.url.absoluteString.hasPrefix("https://tenant.auth0.com/v2/logout?"))
        #expect(Set(logout.fields.map(\.name)) == ["client_id", "returnTo"])
        #expect(logout["returnTo"] == town.redirect && logout["client_id"] == "auth0client")
        #expect(next.state == .signedOut)
        #expect(try await phone.app().initialize().value() == .signedOut)
    }

    /// Checks the tokens, the logins and the credentials of a session.
    private static func expectSession(_ app: MobileApp) async throws {
        #expect(app.client.isSignedIn)
        let tokens = try await app.tokens().value()
        #expect(tokens.accessToken?.tokenString?.hasPrefix("opaque-") == true && tokens.accessToken?.claims == nil)
        #expect(tokens.idToken?.claims?["sub"] as? String == "auth0|ada")
        #expect(try await app.logins().value() == [TestAuth0.host: tokens.idToken?.tokenString ?? ""])
        let credentials = try await app.credentials().value()
        #expect(credentials.sessionKey != nil)
        let last = app.network.inputs("GetCredentialsForIdentity").last
        #expect(last?["Logins"]?.objectValue?.keys.map { "\($0)" } == [TestAuth0.host])
    }

    @Test func `a dead refresh token waits for a sign-in on the pages`() async throws {
        let town = try await Auth0World()
        let app = try await town.phone().started()
        _ = try await app.showSignIn(Self.options).value()
        town.auth0.revokeTokens()
        town.world.gatehouse.clock.advance(by: 3_600)
        app.forget()
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        #expect(app.log.last?.information == ["provider": "OAuth"])
        #expect(answers.allSatisfy { !$0.isGiven })
        _ = try await app.showSignIn(Self.options).value()
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
        #expect(app.log.states == [.signedOutUserPoolsTokenInvalid, .signedIn])
    }

    @Test func `without the network a call waits, and continues by itself`() async throws {
        let town = try await Auth0World()
        let app = try await town.phone().started()
        _ = try await app.showSignIn(Self.options).value()
        _ = try await app.credentials().value()
        town.world.gatehouse.clock.advance(by: 3_600)
        app.forget()
        app.network.fail(.unreachable)
        let (tokens, credentials) = (app.tokens(), app.credentials())
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        await app.phone.clock.pause()
        app.network.fail(nil)
        app.phone.clock.passPauses()
        #expect(try await tokens.value().accessToken != nil)
        #expect(try await credentials.value().sessionKey != nil)
        #expect(app.state == .signedIn && app.log.last?.information == [:])
    }

    @Test func `the provider's access token is not shown to the user pool`() async throws {
        let town = try await Auth0World()
        let app = try await town.phone(.both).started()
        _ = try await app.showSignIn(Self.options).value()
        app.forget()
        await app.expect([app.attributes()], fail: .invalidState)
        #expect(app.network.count("GetUser") == 0)
    }

    @Test func `without an ID token credentials are refused, and tokens are not`() async throws {
        let town = try await Auth0World()
        town.auth0.withholdIDTokens()
        let app = try await town.phone().started()
        #expect(try await app.showSignIn(Self.options).value() == .signedIn)
        await app.expect([app.credentials()], fail: .idTokenNotIssued)
        let tokens = try await app.tokens().value()
        #expect(tokens.idToken == nil && tokens.accessToken?.tokenString != nil)
        #expect(app.state == .signedIn)
    }
}
