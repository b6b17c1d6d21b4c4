// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Sign-ins on the hosted pages that succeed, and the sessions that they leave.
@Suite(.hangLimit) struct WebSignInTests {
    @Test(arguments: [true, false])
    func `a sign-in on the pages is stored with its method, and survives a restart`(identityPool: Bool) async throws {
        let fixture = try WebFixture(identityPool: identityPool)
        #expect(try await fixture.engine.signInOnPages().isSignedIn)
        #expect(try fixture.engine.currentUser().username == "ada")
        let restarted = try fixture.engine()
        #expect(try restarted.currentUser().userID == "sub-1")
        let report = await restarted.fetchSession()
        #expect(report.isSignedIn)
        #expect(report.tokens.isThere)
        #expect(report.credentials.isThere == identityPool)
        let record = try #require(try restarted.holder.loaded().record)
        #expect(record.user?.method == .hostedUI(isPrivate: nil))
        #expect(record.user?.typedUsername == "ada")
        #expect((record.identity != nil) == identityPool)
        if identityPool {
            let logins = fixture.base.service.inputs(of: "GetId").first?["Logins"]?.objectValue
            #expect(logins?.keys.map(\.text) == ["cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123"])
        }
    }

    @Test func `the authorization request has its parameters in order, with a challenge of the verifier`() async throws
    {
        let fixture = try WebFixture()
        _ = try await fixture.engine.signInOnPages()
        let page = try #require(fixture.browser.pages.first)
        #expect(page.purpose == .signIn)
        #expect(page.redirect.absoluteString == AuthorizationServer.redirect)
        #expect(page.url.absoluteString.hasPrefix("http://127.0.0.1:9229/domains/shop/oauth2/authorize?"))
        let query = try FormFields.read(page.url.query(percentEncoded: true) ?? "", maximum: 50)
        #expect(
            query.map(\.name) == [
                "response_type", "code_challenge_method", "client_id", "state", "redirect_uri", "scope",
                "code_challenge",
            ])
        let fields = try AuthorizationServer.fields(page.url.query(percentEncoded: true))
        #expect(fields["response_type"] == "code")
        #expect(fields["code_challenge_method"] == "S256")
        #expect(fields["client_id"] == "client")
        #expect(fields["scope"] == "email openid")
        let state = try #require(fields["state"])
        #expect(UUID(uuidString: state) != nil && state == state.lowercased())
        let request = try #require(fixture.server.tokenRequests.first)
        let form = try AuthorizationServer.fields(String(decoding: request.body, as: UTF8.self))
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["client_id"] == "client")
        #expect(form["redirect_uri"] == AuthorizationServer.redirect)
        let verifier = try #require(form["code_verifier"])
        #expect(verifier.utf8.count == 43)
        #expect(Base64URL.encode(sha256(Array(verifier.utf8))) == fields["code_challenge"])
        #expect(!request.headers.contains { $0.name == "Authorization" })
    }

    @Test func `two sign-ins have different states and verifiers`() async throws {
        let fixture = try WebFixture(identityPool: false)
        _ = try await fixture.engine.signInOnPages()
        _ = await fixture.engine.signOut()
        _ = try await fixture.engine.signInOnPages()
        let queries = try fixture.browser.pages.filter { $0.purpose == .signIn }
            .map { try AuthorizationServer.fields($0.url.query(percentEncoded: true)) }
        #expect(Set(queries.map { $0["state"] }).count == 2)
        #expect(Set(queries.map { $0["code_challenge"] }).count == 2)
    }

    @Test func `each option is a parameter, and an identifier counts more than a provider`() async throws {
        let fixture = try WebFixture()
        let options = WebSignInOptions(
            provider: "Google", providerIdentifier: "example.com", scopes: ["profile", "openid", "openid"],
            nonce: "n-1", language: "de", loginHint: "ada&eve@example.com", prompts: ["login", "consent"],
            resource: "https://api.example.com")
        _ = try await fixture.engine.signInOnPages(options)
        let page = try #require(fixture.browser.pages.first)
        let fields = try AuthorizationServer.fields(page.url.query(percentEncoded: true))
        #expect(fields["idp_identifier"] == "example.com")
        #expect(fields["identity_provider"] == nil)
        #expect(fields["scope"] == "openid profile")
        #expect(fields["nonce"] == "n-1")
        #expect(fields["lang"] == "de")
        #expect(fields["login_hint"] == "ada&eve@example.com")
        #expect(fields["prompt"] == "login consent")
        #expect(fields["resource"] == "https://api.example.com")
        #expect(!page.isPrivate)
    }

    @Test func `a provider without an identifier is a parameter`() async throws {
        let fixture = try WebFixture()
        _ = try await fixture.engine.signInOnPages(WebSignInOptions(provider: "Google"))
        let page = try #require(fixture.browser.pages.first)
        #expect(try AuthorizationServer.fields(page.url.query(percentEncoded: true))["identity_provider"] == "Google")
    }

    @Test func `a private session is stored as such`() async throws {
        let fixture = try WebFixture()
        _ = try await fixture.engine.signInOnPages(WebSignInOptions(prefersPrivateSession: true))
        #expect(fixture.browser.pages.first?.isPrivate == true)
        let restarted = try fixture.engine()
        #expect(try restarted.holder.loaded().record?.user?.method == .hostedUI(isPrivate: true))
        let page = try #require(fixture.browser.pages.first)
        #expect(try AuthorizationServer.fields(page.url.query(percentEncoded: true))["prompt"] == nil)
    }

    @Test(arguments: [[], ["select_account"]])
    func `a browser that cannot forget asks for credentials, and counts as signed in`(prompts: [String]) async throws {
        let fixture = try WebFixture(offersPrivateSessions: false)
        _ = try await fixture.engine.signInOnPages(WebSignInOptions(prefersPrivateSession: true, prompts: prompts))
        let page = try #require(fixture.browser.pages.first)
        #expect(!page.isPrivate)
        let prompt = try AuthorizationServer.fields(page.url.query(percentEncoded: true))["prompt"]
        #expect(prompt == (prompts.first ?? "login"))
        #expect(try fixture.engine.holder.loaded().record?.user?.method == .hostedUI(isPrivate: nil))
    }

    @Test func `a client with a secret shows it to the token endpoint`() async throws {
        let fixture = try WebFixture(secret: "s3cret")
        _ = try await fixture.engine.signInOnPages()
        let request = try #require(fixture.server.tokenRequests.first)
        // "client:s3cret" in Base64.
        #expect(request.headers.first { $0.name == "Authorization" }?.value == "Basic Y2xpZW50OnMzY3JldA==")
    }

    @Test func `renewal and revocation use the app client of the pages`() async throws {
        let fixture = try WebFixture(identityPool: false, clientID: "pages", secret: "s3cret")
        _ = try await fixture.engine.signInOnPages()
        fixture.base.expire()
        #expect(await fixture.engine.fetchSession().tokens.isThere)
        #expect(await fixture.engine.signOut() == .complete)
        for operation in ["GetTokensFromRefreshToken", "RevokeToken"] {
            let input = try #require(fixture.base.service.inputs(of: operation).first)
            #expect(input["ClientId"]?.stringValue == "pages")
            #expect(input["ClientSecret"]?.stringValue == "s3cret")
        }
        // Renewal goes through the API, so the code's endpoint has had one request.
        #expect(fixture.server.tokenRequests.count == 1)
    }

    @Test func `a renewed session is still one of the pages`() async throws {
        let fixture = try WebFixture()
        _ = try await fixture.engine.signInOnPages(WebSignInOptions(prefersPrivateSession: true))
        fixture.base.expire()
        _ = await fixture.engine.fetchSession()
        #expect(try fixture.engine().holder.loaded().record?.user?.method == .hostedUI(isPrivate: true))
    }
}
