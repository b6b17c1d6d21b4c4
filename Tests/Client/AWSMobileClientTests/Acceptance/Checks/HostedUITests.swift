// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@Suite("16: hosted UI", .hangLimit) struct HostedUITests {
    @Test(arguments: [false, true])
    func `a user signs in on the pages, and the session works as any other`(withSecret: Bool) async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser, withSecret: withSecret)
        let phone = world.phone(in: browser)
        let app = try await phone.started()
        let options = HostedUIOptions(scopes: ["openid", "openid", "email", "aws.cognito.signin.user.admin"])
        #expect(try await app.showSignIn(options).value() == .signedIn)
        try Self.expectParameters(of: #require(browser.pages.first), world, browser)
        #expect(app.client.username == "ada" && app.client.isSignedIn)
        let tokens = try await app.tokens().value()
        #expect(
            app.log.changes == [
                StateLog.Change(
                    state: .signedIn,
                    information: ["provider": "OAuth", "token": tokens.accessToken?.tokenString ?? ""])
            ])
        #expect(try await app.attributes().value()["email"] == MobileWorld.email)
        #expect(try await app.logins().value() == [world.provider: tokens.idToken?.tokenString ?? ""])
        #expect(try await app.credentials().value().sessionKey != nil)

        world.gatehouse.clock.advance(by: 3_600)
        let next = phone.app()
        #expect(try await next.initialize().value() == .signedIn)
        let answers = (0..<50).map { _ in next.tokens() }
        next.forget()
        for answer in answers {
            #expect(try await answer.value().accessToken?.tokenString != tokens.accessToken?.tokenString)
        }
        #expect(browser.pages.count == 1)
        #expect(next.client.username == "ada")

        try await next.signOut(SignOutOptions()).value()
        #expect(next.state == .signedOut && next.log.states == [.signedOut])
        let page = try #require(browser.pages.last)
        #expect(page.url.path().hasSuffix("/logout"))
        #expect(page.fields.map(\.name) == ["client_id", "logout_uri"])
        #expect(page["logout_uri"] == browser.signOutRedirect)
    }

    private static func expectParameters(
        of page: TestBrowser.Page, _ world: MobileWorld, _ browser: TestBrowser
    ) throws {
        #expect(page.url.path().hasSuffix("/oauth2/authorize"))
        let names = [
            "response_type", "client_id", "state", "redirect_uri", "scope", "code_challenge", "code_challenge_method",
        ]
        #expect(page.fields.map(\.name) == names)
        #expect(page["response_type"] == "code" && page["client_id"] == world.client.id)
        let state = try #require(page["state"])
        #expect(UUID(uuidString: state) != nil && state == state.lowercased())
        #expect(page["redirect_uri"] == browser.signInRedirect)
        #expect(page["scope"] == "aws.cognito.signin.user.admin email openid")
        #expect(page["code_challenge"]?.count == 43 && page["code_challenge_method"] == "S256")
    }

    @Test func `options name a provider, add parameters and ask for a private session`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        browser.onVisit { _ in .cancelled }
        let app = try await world.phone(in: browser).started()
        let google = HostedUIOptions(
            identityProvider: IdentityProvider.google.rawValue, signInURIQueryParameters: ["lang": "d e&"],
            signInPrivateSession: true)
        await app.expect([app.showSignIn(google)], fail: .userCancelledSignIn)
        let both = HostedUIOptions(identityProvider: "MyProvider", idpIdentifier: "mine.example")
        await app.expect([app.showSignIn(both)], fail: .userCancelledSignIn)
        let pages = browser.pages
        try #require(pages.count == 2)
        #expect(pages[0]["identity_provider"] == "Google" && pages[0]["lang"] == "d e&" && pages[0].isPrivate)
        #expect(pages[0].fields.map(\.name).suffix(2) == ["identity_provider", "lang"])
        // The parameter was stored.
        #expect(pages[1]["idp_identifier"] == "mine.example" && pages[1]["identity_provider"] == nil)
        #expect(pages[1]["lang"] == "d e&" && !pages[1].isPrivate)
        #expect(pages[0]["state"] != pages[1]["state"] && pages[0]["code_challenge"] != pages[1]["code_challenge"])
        #expect(app.state == .signedOut && app.log.changes.isEmpty)
    }

    @Test func `a failed visit is an error, and leaves no session`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(in: browser).started()
        browser.arrive(["code": "code", "state": "another"])
        await app.expect([app.showSignIn()], fail: .securityFailed)
        browser.arrive(["error": "access_denied", "error_description": "not today"])
        let refused = await app.showSignIn().error()
        #expect(refused == .badRequest)
        #expect((refused as? AWSMobileClientError)?.message.contains("access_denied") == true)
        #expect((refused as? AWSMobileClientError)?.message.contains("not today") == true)
        browser.onVisit { _ in .cancelled }
        await app.expect([app.showSignIn()], fail: .userCancelledSignIn)
        browser.onVisit { _ in .failed(URLError(.cannotFindHost)) }
        await app.expect([app.showSignIn()], fail: .errorLoadingPage)
        browser.arrive(["code": "no code of the server"])
        #expect(await app.showSignIn().error() is AWSMobileClientError)
        app.network.fail(.unreachable)
        await app.expect([app.showSignIn()], fail: .errorLoadingPage)
        #expect(app.state == .signedOut && app.log.changes.isEmpty && !app.client.isSignedIn)
    }

    @Test func `handleAuthResponse ends a visit that the browser does not end`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(in: browser).started()
        let opened = Answer<URL>()
        let visitor = ServerBrowser(
            world.gatehouse.transport, entering: ["username": "ada", "password": MobileWorld.password])
        browser.onVisit { url in
            opened.give(url, nil)
            return .open
        }
        let early = try #require(URL(string: "\(browser.signInRedirect)?code=1&state=2"))
        #expect(!app.client.handleAuthResponse(early))
        let answer = app.showSignIn()
        let page = try await opened.value()
        let other = try #require(URL(string: "other://signin/?code=1&state=2"))
        #expect(!app.client.handleAuthResponse(other))
        #expect(!answer.isGiven)
        let arrival = try await visitor.visit(page, until: browser.scheme)
        #expect(app.client.handleAuthResponse(arrival))
        #expect(try await answer.value() == .signedIn)
        #expect(!app.client.handleAuthResponse(arrival))
        #expect(answer.count == 1)
    }

    @Test func `a dead refresh token waits for a sign-in on the pages`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(.userPoolOnly, in: browser).started()
        _ = try await app.showSignIn().value()
        try await world.revokeTokens()
        world.gatehouse.clock.advance(by: 3_600)
        let answers = (0..<50).map { _ in app.tokens() }
        await app.log.heard(.signedOutUserPoolsTokenInvalid)
        #expect(app.log.last?.information == ["provider": "OAuth"])
        #expect(browser.pages.count == 1)
        #expect(try await app.showSignIn().value() == .signedIn)
        for answer in answers { #expect(try await answer.value().accessToken != nil) }
    }

    @Test func `a session of the pages is renewed at their token endpoint, with the parameters of token requests`()
        async throws
    {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(.userPoolOnly, in: browser).started()
        _ = try await app.showSignIn(HostedUIOptions(tokenURIQueryParameters: ["shop": "no. 5"])).value()
        let former = try await app.tokens().value()
        world.gatehouse.clock.advance(by: 3_600)
        app.forget()
        let renewed = try await app.tokens().value()
        #expect(renewed.accessToken?.tokenString != former.accessToken?.tokenString)
        #expect(app.network.operations == ["token"])
        let body = try #require(app.network.requests.first?.body)
        let fields = try FormFields.read(String(decoding: body, as: UTF8.self), maximum: 8)
        #expect(fields.map(\.name) == ["grant_type", "client_id", "refresh_token", "shop"])
        #expect(fields.first?.value == "refresh_token" && fields.last?.value == "no. 5")
    }

    @Test func `scopes of the app alone are enough after a restart`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        var oauth = world.oauth(in: browser)
        oauth["Scopes"] = nil
        let phone = world.phone(.userPoolOnly, oauth: oauth, browser: browser)
        let app = try await phone.started()
        _ = try await app.showSignIn(HostedUIOptions(scopes: MobileWorld.scopes)).value()
        let next = phone.app()
        #expect(try await next.initialize().value() == .signedIn)
        #expect(try await next.attributes().value()["email"] == MobileWorld.email)
    }

    @Test func `other configured scopes renew the tokens once`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let store = InMemoryCredentialStore()
        let app = try await world.phone(.userPoolOnly, in: browser, store: store).started()
        _ = try await app.showSignIn().value()
        let former = try await app.tokens().value()
        var oauth = world.oauth(in: browser)
        oauth["Scopes"] = ["openid", "aws.cognito.signin.user.admin"]
        let phone = world.phone(.userPoolOnly, store: store, oauth: oauth, browser: browser)
        let updated = try await phone.started()
        #expect(updated.state == .signedIn)
        let renewed = try await updated.tokens().value()
        #expect(renewed.accessToken?.tokenString != former.accessToken?.tokenString)
        let next = try await phone.started()
        _ = try await next.tokens().value()
        #expect(phone.network.operations == ["token"])
        #expect(browser.pages.count == 1)
    }

    @Test func `a sign-out without the browser is local, and a cancelled one changes nothing`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(.userPoolOnly, in: browser).started()
        _ = try await app.showSignIn().value()
        app.forget()
        browser.onVisit { _ in .cancelled }
        await app.expect([app.signOut(SignOutOptions())], fail: .userCancelledSignIn)
        browser.onVisit { _ in .failed(URLError(.notConnectedToInternet)) }
        await app.expect([app.signOut(SignOutOptions())], fail: .errorLoadingPage)
        #expect(app.state == .signedIn && app.client.isSignedIn && app.log.changes.isEmpty)
        let visits = browser.pages.count
        try await app.signOut(SignOutOptions(invalidateTokens: false)).value()
        #expect(browser.pages.count == visits && app.state == .signedOut)
    }

    @Test func `without federation a hosted session gets the credentials of a guest`() async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld.withPages(for: browser)
        let app = try await world.phone(in: browser).started()
        _ = try await app.showSignIn(HostedUIOptions(disableFederation: true)).value()
        #expect(try await app.logins().value().isEmpty)
        _ = try await app.credentials().value()
        #expect(app.network.inputs("GetCredentialsForIdentity").allSatisfy { $0["Logins"] == nil })
        #expect(app.state == .signedIn && app.log.states == [.signedIn])
        app.client.signOut()
        _ = try await app.showSignIn().value()
        #expect(try await app.logins().value().count == 1)
    }
}
