// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Sign-ins at the real endpoints and on the real pages of a server in this process.
@Suite(.hangLimit) struct PagesOnServerTests {
    /// What Ada enters.
    private static let ada = ["username": "ada", "password": World.password]

    private static func world() async throws -> World {
        let world = try await World.withAda()
        try await world.makePages()
        return world
    }

    @Test func `a user signs in on the login page, and the session works as any other`() async throws {
        let world = try await Self.world()
        let browser = ServerBrowser(world.gatehouse.transport, entering: Self.ada)
        let app = try world.app(in: browser)
        let result = try await app.signInWithWebUI()
        #expect(result.isSignedIn)
        #expect(browser.formsSent == 1)
        #expect(try await app.getCurrentUser().username == "ada")
        #expect(try await app.fetchUserAttributes().contains { $0.key == .email && $0.value == World.email })
        let session = try await session(of: app)
        #expect(session.userSubResult.value == (try await app.getCurrentUser().userId))
        #expect(session.awsCredentialsResult.value != nil)
        world.gatehouse.clock.advance(by: 7_200)
        let before = try #require(session.userPoolTokensResult.value)
        let after = try #require(try await self.session(of: app).userPoolTokensResult.value)
        #expect(before.accessToken != after.accessToken)
        #expect(browser.formsSent == 1)
    }

    @Test func `a user with a second factor enters its code on the page`() async throws {
        let world = try await World.withFactors(.on, [.sms])
        try await world.makePages()
        let browser = ServerBrowser(world.gatehouse.transport) { field, _ in
            field == "code" ? world.code(to: World.phone) : Self.ada[field]
        }
        let app = try world.app(in: browser)
        #expect(try await app.signInWithWebUI().isSignedIn)
        #expect(browser.formsSent == 2)
    }

    @Test func `a wrong code is an error on the page, and the next code signs in`() async throws {
        let world = try await World.withFactors(.on, [.sms])
        try await world.makePages()
        let browser = ServerBrowser(world.gatehouse.transport) { field, form in
            guard field == "code" else { return Self.ada[field] }
            return form == 1 ? "000000" : world.code(to: World.phone)
        }
        let app = try world.app(in: browser)
        #expect(try await app.signInWithWebUI().isSignedIn)
        #expect(browser.formsSent >= 3)
        #expect(browser.pages.contains { $0.contains("aria-invalid=\"true\"") })
    }

    @Test func `a user with a temporary password sets another one on the page`() async throws {
        let world = try await World()
        try await world.makePages()
        try await world.makeTemporaryUser("bob", password: "Temporary-Pass-1")
        let browser = ServerBrowser(world.gatehouse.transport) { field, form in
            switch field {
            case "username": "bob"
            case "password", "confirm_password": form == 0 ? "Temporary-Pass-1" : World.password
            default: nil
            }
        }
        let app = try world.app(in: browser)
        #expect(try await app.signInWithWebUI().isSignedIn)
        #expect(browser.formsSent == 2)
        let second = try world.app(.userPoolOnly)
        #expect(try await second.plugin.signIn(username: "bob", password: World.password).isSignedIn)
    }

    @Test func `a second app in the same browser signs in without a form, and a sign-out ends that`() async throws {
        let world = try await Self.world()
        let browser = ServerBrowser(world.gatehouse.transport, entering: Self.ada)
        let (first, second) = (try world.app(in: browser), try world.app(in: browser))
        _ = try await first.signInWithWebUI()
        _ = try await second.signInWithWebUI()
        #expect(browser.formsSent == 1)
        guard case .complete? = await first.signOut() as? AWSCognitoSignOutResult else {
            Issue.record("The sign-out is not complete.")
            return
        }
        #expect(browser.arrivals.last?.absoluteString == "myapp://signout/")
        _ = try await first.signInWithWebUI()
        #expect(browser.formsSent == 2)
    }

    @Test func `a prompt for the password asks again although the browser has a session`() async throws {
        let world = try await Self.world()
        let browser = ServerBrowser(world.gatehouse.transport, entering: Self.ada)
        _ = try await world.app(in: browser).signInWithWebUI()
        let options = AWSAuthWebUISignInOptions(prompt: [.login])
        #expect(try await world.app(in: browser).signInWithWebUI(options: .init(pluginOptions: options)).isSignedIn)
        #expect(browser.formsSent == 2)
    }

    @Test func `nonce, language, name and resource reach the server and its tokens`() async throws {
        let world = try await Self.world()
        // The user enters the password only; the hint has the name.
        let browser = ServerBrowser(world.gatehouse.transport, entering: ["password": World.password])
        let app = try world.app(in: browser)
        let options = AWSAuthWebUISignInOptions(
            nonce: "n-0S6", language: "de", loginHint: "ada", resource: "https://api.example.com")
        #expect(try await app.signInWithWebUI(options: .init(pluginOptions: options)).isSignedIn)
        #expect(browser.pages.first?.contains("<html lang=\"de\"") == true)
        let tokens = try #require(try await session(of: app).userPoolTokensResult.value)
        #expect(try Self.claims(of: tokens.idToken)["nonce"] == "n-0S6")
        #expect(try Self.claims(of: tokens.accessToken)["aud"] == "https://api.example.com")
    }

    @Test func `a sign-in that the pages refuse without asking is an error of the service`() async throws {
        let world = try await World()
        try await world.makePages()
        let app = try world.app(in: ServerBrowser(world.gatehouse.transport, entering: [:]))
        let options = AWSAuthWebUISignInOptions(prompt: [AWSAuthWebUISignInOptions.Prompt.none])
        let error = await failure { _ = try await app.signInWithWebUI(options: .init(pluginOptions: options)) }
        #expect(error == .anyService)
        #expect(error?.errorDescription.contains("login_required") == true)
    }

    @Test func `a scope that the client may not ask for is an error with the server's text`() async throws {
        let world = try await Self.world()
        let app = try world.app(in: ServerBrowser(world.gatehouse.transport, entering: Self.ada))
        let error = await failure { _ = try await app.signInWithWebUI(options: .init(scopes: ["openid", "phone"])) }
        #expect(error == .anyService)
        #expect(error?.errorDescription.contains("invalid_scope") == true)
    }

    @Test func `a callback of another visit is refused, and the next sign-in succeeds`() async throws {
        let world = try await Self.world()
        let browser = ServerBrowser(world.gatehouse.transport, entering: Self.ada)
        _ = try await world.app(in: browser).signInWithWebUI()
        let old = try #require(browser.arrivals.first)
        let replaying = TestPresenter { _ in old }
        let app = try world.app(in: replaying)
        #expect(await failure { _ = try await app.signInWithWebUI() } != nil)
        #expect(try await !app.fetchAuthSession().isSignedIn)
        replaying.onVisit { try await browser.present($0) }
        #expect(try await app.signInWithWebUI().isSignedIn)
    }

    private func session(of app: AWSCognitoAuthPlugin) async throws -> AWSAuthCognitoSession {
        try #require(try await app.fetchAuthSession() as? AWSAuthCognitoSession)
    }

    /// The claims of a token that are texts.
    private static func claims(of token: String) throws -> [String: String] {
        let parts = token.split(separator: ".")
        let payload = try #require(Base64URL.decode(String(parts[1])))
        let members = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
        return members.compactMapValues { $0 as? String }
    }
}
