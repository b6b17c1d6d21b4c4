// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Sign-ins of `AWSMobileClient` on the pages of the user pool and of other providers.
@Suite(.hangLimit) struct ProviderPagesTests {
    private static let tokenURL = "\(AuthorizationServer.domain)/oauth2/token"

    private static func pages(
        signOut: String? = "https://tenant.example.com/v2/logout?a=1",
        signOutRedirect: String? = nil,
        _ parameters: PageParameters = PageParameters()
    ) throws -> HostedPages {
        try HostedPages(
            .external(
                OAuthAddresses(
                    authorize: "https://tenant.example.com/authorize?tenant=1", token: tokenURL, signOut: signOut)),
            clientID: "client", signInRedirect: AuthorizationServer.redirect, signOutRedirect: signOutRedirect,
            scopes: ["openid", "email", "openid"], parameters: { parameters })
    }

    private static func engine(
        _ fixture: WebFixture,
        pages: HostedPages? = nil,
        userPool: Bool = true
    ) throws -> SessionEngine {
        let pool = fixture.base.configuration
        let own = try HostedPages(
            domain: Endpoint(AuthorizationServer.domain, key: "domain"), clientID: "client",
            signInRedirect: AuthorizationServer.redirect, signOutRedirect: "http://localhost:8080/bye",
            scopes: ["openid", "email"])
        return SessionEngine(
            configuration: try SessionConfiguration(
                userPool: userPool ? pool.userPool : nil, identityPool: pool.identityPool,
                pages: .success(pages ?? own)),
            store: fixture.base.store, rules: .mobileClient, presenter: fixture.browser, transport: fixture.server,
            clock: fixture.base.clock.clock, entropy: .seeded(9))
    }

    private static func mobile(_ options: WebSignInOptions = WebSignInOptions()) -> WebSignInOptions {
        var options = options
        options.form = .mobileClient
        return options
    }

    @Test func `the request has its parameters in order, encoded once, and none is replaced`() throws {
        let options = Self.mobile(
            WebSignInOptions(
                provider: "Google",
                parameters: ["z": "a b&c=d", "audience": "https://x/", "state": "stolen", "%41": "%42"]))
        let request = try AuthorizationRequest(Self.pages(), options, asksAgain: true, entropy: .seeded(1))
        let text = request.url.absoluteString
        #expect(
            text.hasPrefix("https://tenant.example.com/authorize?tenant=1&response_type=code&client_id=client&state="))
        #expect(text.hasSuffix("&identity_provider=Google&%2541=%2542&audience=https%3A%2F%2Fx%2F&z=a%20b%26c%3Dd"))
        let fields = try FormFields.read(try #require(request.url.query(percentEncoded: true)), maximum: 50)
        #expect(
            fields.map(\.name) == [
                "tenant", "response_type", "client_id", "state", "redirect_uri", "scope", "code_challenge",
                "code_challenge_method", "identity_provider", "%41", "audience", "z",
            ])
        #expect(fields[5].value == "email openid")
        let state = fields[3].value
        #expect(UUID(uuidString: state) != nil && state == state.lowercased())
    }

    @Test func `an identifier of a provider counts more than its name`() throws {
        let options = Self.mobile(WebSignInOptions(provider: "Google", providerIdentifier: "corp", scopes: []))
        let request = try AuthorizationRequest(Self.pages(), options, asksAgain: false, entropy: .seeded(1))
        let fields = try AuthorizationServer.fields(request.url.query(percentEncoded: true))
        #expect(fields["idp_identifier"] == "corp")
        #expect(fields["identity_provider"] == nil)
        #expect(fields["scope"] == nil)
    }

    @Test func `all three tokens of the user pool begin a user's session, in place of any other`() async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture)
        var options = Self.mobile()
        options.federation = .provider("login.example.com")
        _ = try await engine.signInOnPages(options)
        _ = try await engine.signInOnPages(options)
        let user = try #require(try engine.record()?.user)
        #expect(user.method == .hostedUI(isPrivate: nil))
        #expect(user.federation == .provider("login.example.com"))
    }

    @Test func `the drop-in session is an API session, and its sign-out shows no page`() async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture)
        var options = Self.mobile()
        options.session = .userPool
        _ = try await engine.signInOnPages(options)
        guard case .api = try engine.record()?.user?.method else {
            Issue.record("The method is \(String(describing: try engine.record()?.user?.method))")
            return
        }
        let shown = fixture.browser.pages.count
        try await engine.showSignOutPage()
        #expect(fixture.browser.pages.count == shown)
        let external = try Self.engine(fixture, pages: Self.pages())
        let error = await #expect(throws: SessionError.self) { try await external.signInOnPages(options) }
        guard case .configuration = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
    }

    @Test func `another provider's tokens are kept with the time of their expiry, even without a pool`() async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture, pages: Self.pages(), userPool: false)
        fixture.server.answer(200, #"{"access_token":"opaque","id_token":"i.d.t","expires_in":60}"#)
        var options = Self.mobile()
        options.federation = .provider("tenant.example.com")
        options.tokenParameters = ["audience": "x"]
        _ = try await engine.signInOnPages(options)
        let login = try #require(try engine.record()?.login)
        #expect(login.provider == "tenant.example.com")
        #expect(login.token == "i.d.t")
        #expect(login.pages?.accessToken == "opaque")
        #expect(login.pages?.refreshToken == nil)
        #expect(login.pages?.expiration == fixture.base.clock.clock.now().addingTimeInterval(60))
        let form = try AuthorizationServer.fields(
            fixture.server.tokenRequests.last.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(form["audience"] == "x")
    }

    @Test(
        arguments: [
            (#"{"access_token":"a"}"#, nil), (#"{"id_token":"i"}"#, .noAccessToken), ("{}", .noTokens),
            ("[]", nil),
        ] as [(String, WebSignInError?)])
    func `the missing token decides about the error`(answer: String, expected: WebSignInError?) async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture)
        fixture.server.answer(200, answer)
        do throws(SessionError) {
            _ = try await engine.signInOnPages(Self.mobile())
            #expect(expected == nil)
            let login = try engine.record()?.login
            #expect(login?.token == "a")
            #expect(login?.pages != nil)
            #expect(login?.pages?.idToken == nil)
        } catch .web(let error) {
            #expect(error == expected)
        } catch .garbled {
            #expect(answer == "[]")
        } catch {
            Issue.record("The error is \(error)")
        }
    }

    @Test func `a refused code and a refused request have different errors`() async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture)
        fixture.server.answer(400, #"{"error":"invalid_grant"}"#)
        await #expect(throws: SessionError.web(.tokensRefused(OAuthRefusal(code: "invalid_grant", text: "")))) {
            try await engine.signInOnPages(Self.mobile())
        }
    }

    @Test(
        arguments: [
            (nil, [:], AuthorizationServer.redirect),
            (nil, ["returnTo": "myapp://bye"], "myapp://bye"),
            ("myapp://out", ["returnTo": "myapp://bye"], "myapp://out"),
        ] as [(String?, [String: String], String)])
    func `another provider's sign-out page has exactly its parameters, and a redirect`(
        configured: String?, parameters: [String: String], redirect: String
    ) async throws {
        let fixture = try WebFixture()
        let pages = try Self.pages(signOutRedirect: configured, PageParameters(signOut: parameters))
        let engine = try Self.engine(fixture, pages: pages)
        _ = try await engine.signInOnPages(Self.mobile())
        try await engine.showSignOutPage()
        let page = try #require(fixture.browser.pages.last)
        #expect(page.purpose == .signOut)
        #expect(page.redirect.absoluteString == redirect)
        let query = parameters.isEmpty ? "" : "&returnTo=myapp%3A%2F%2Fbye"
        #expect(page.url.absoluteString == "https://tenant.example.com/v2/logout?a=1\(query)")
    }

    @Test func `a sign-out page that fails leaves the session`() async throws {
        let fixture = try WebFixture()
        let engine = try Self.engine(fixture)
        _ = try await engine.signInOnPages(Self.mobile())
        fixture.browser.onVisit { page throws(WebSignInError) in
            guard let url = URL(string: "\(page.redirect.absoluteString)?error=server_error") else { throw .cancelled }
            return url
        }
        let refusal = OAuthRefusal(code: "server_error", text: "")
        await #expect(throws: SessionError.web(.refused(refusal))) { try await engine.showSignOutPage() }
        fixture.browser.onVisit { _ throws(WebSignInError) in throw .cancelled }
        await #expect(throws: SessionError.web(.cancelled)) { try await engine.showSignOutPage() }
        #expect(try engine.record()?.user != nil)
        let without = try Self.engine(fixture, pages: Self.pages(signOut: nil))
        let shown = fixture.browser.pages.count
        try await without.showSignOutPage()
        #expect(fixture.browser.pages.count == shown)
    }

    @Test(arguments: [
        "http://tenant.example.com/authorize", "tenant.example.com", "https://u:p@tenant.example.com/", "ftp://x/",
        "https://tenant.example.com/#f", "",
    ])
    func `an address that reveals secrets is refused`(address: String) {
        #expect(throws: SessionError.self) {
            try OAuthAddresses(authorize: address, token: "https://tenant.example.com/token")
        }
        #expect(throws: SessionError.self) {
            try OAuthAddresses(authorize: "https://tenant.example.com/", token: address)
        }
    }
}
