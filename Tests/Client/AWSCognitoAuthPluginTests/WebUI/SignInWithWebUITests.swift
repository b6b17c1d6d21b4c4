// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// `signInWithWebUI` in both forms, and the sign-out that follows, in the words of the API.
@Suite(.hangLimit) struct SignInWithWebUITests {
    @Test func `a sign-in on the pages is complete, and announced`() async throws {
        let app = try PagesApp()
        let result = try await app.plugin.signInWithWebUI()
        #expect(result.isSignedIn)
        #expect(result.nextStep == .done)
        #expect(app.events.names == ["Auth.webUISignInAPI", "Auth.signedIn"])
        #expect(app.events.data(of: "Auth.webUISignInAPI") is Result<AuthSignInResult, AuthError>)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        let page = try #require(app.presenter.pages.first)
        #expect(page.purpose == .signIn)
        #expect(page.redirectURI.absoluteString == "myapp://signin/")
        #expect(page.url.absoluteString.hasPrefix("https://shop.auth.us-east-1.amazoncognito.com/oauth2/authorize?"))
        #expect(page.query["identity_provider"] == nil)
        #expect(page.query["scope"] == "email openid")
    }

    @Test(arguments: [
        (AuthProvider.amazon, "LoginWithAmazon"), (.apple, "SignInWithApple"), (.facebook, "Facebook"),
        (.google, "Google"), (.twitter, "Twitter"), (.oidc("Corp"), "Corp"), (.saml("ADFS"), "ADFS"),
        (.custom("Own"), "Own"),
    ])
    func `a sign-in with a provider names it to the pages, and has an event of its own`(
        provider: AuthProvider, name: String
    ) async throws {
        let app = try PagesApp()
        #expect(try await app.plugin.signInWithWebUI(for: provider).isSignedIn)
        #expect(app.events.names == ["Auth.socialWebUISignInAPI", "Auth.signedIn"])
        #expect(app.presenter.pages.first?.query["identity_provider"] == name)
    }

    @Test func `the options of the call and of the plugin reach the pages`() async throws {
        let app = try PagesApp()
        let extra = AWSAuthWebUISignInOptions(
            idpIdentifier: "example.com", preferPrivateSession: true, language: "de", loginHint: "ada",
            prompt: [.login, .selectAccount], resource: "https://api.example.com")
        let options = AuthWebUISignInRequest.Options(
            scopes: ["openid", "aws.cognito.signin.user.admin"], pluginOptions: extra)
        let anchor = AuthUIPresentationAnchor()
        _ = try await app.plugin.signInWithWebUI(for: .google, presentationAnchor: anchor, options: options)
        let page = try #require(app.presenter.pages.first)
        #expect(page.isPrivate)
        #expect(page.presentationAnchor === anchor)
        #expect(page.query["idp_identifier"] == "example.com")
        #expect(page.query["identity_provider"] == nil)
        #expect(page.query["scope"] == "aws.cognito.signin.user.admin openid")
        #expect(page.query["lang"] == "de")
        #expect(page.query["login_hint"] == "ada")
        #expect(page.query["prompt"] == "login select_account")
        #expect(page.query["resource"] == "https://api.example.com")
        guard case .complete = try await app.signOut() else {
            Issue.record("The sign-out is not complete.")
            return
        }
        #expect(app.presenter.pages.count == 1)
    }

    @Test func `a nonce that the ID token does not repeat is an error of the service`() async throws {
        let app = try PagesApp()
        let options = AuthWebUISignInRequest.Options(pluginOptions: AWSAuthWebUISignInOptions(nonce: "n"))
        let error = await failure { _ = try await app.plugin.signInWithWebUI(options: options) }
        #expect(error == .anyService)
        #expect(app.network.count("RevokeToken") == 1)
        #expect(app.events.names == ["Auth.webUISignInAPI"])
    }

    /// An error of a presenter, and what the app gets.
    struct Trouble: Sendable {
        let error: any Error
        let name: String
        let cause: AWSCognitoAuthError?
    }

    static let troubles = [
        Trouble(error: CancellationError(), name: "service", cause: .userCancelled),
        Trouble(error: WebSignInPresenterError.cannotPresent("t"), name: "service", cause: .errorLoadingUI),
        Trouble(error: WebSignInPresenterError.invalidPresentationAnchor, name: "invalidState", cause: nil),
        Trouble(error: WebSignInPresenterError.unsupportedRedirectURI("t"), name: "configuration", cause: nil),
        Trouble(error: URLError(.badURL), name: "service", cause: nil),
    ]

    @Test(arguments: troubles.indices)
    func `an error of the presenter has its case, and the next sign-in succeeds`(index: Int) async throws {
        let trouble = Self.troubles[index]
        let app = try PagesApp(presenter: TestPresenter { _ in throw trouble.error })
        let error = try #require(await failure { _ = try await app.plugin.signInWithWebUI(for: .google) })
        #expect(error.name == trouble.name)
        #expect(error.cause == trouble.cause)
        if trouble.error is URLError { #expect(error.underlyingError is URLError) }
        #expect(app.events.names == ["Auth.socialWebUISignInAPI"])
        app.presenter.onVisit(TestPresenter.arrive)
        #expect(try await app.plugin.signInWithWebUI().isSignedIn)
    }

    @Test func `an error of the service has its description`() async throws {
        let app = try PagesApp(
            presenter: TestPresenter { page in
                page.redirectURI.appending(queryItems: [
                    URLQueryItem(name: "error", value: "access_denied"),
                    URLQueryItem(name: "error_description", value: "The user is disabled"),
                ])
            })
        let error = await failure { _ = try await app.plugin.signInWithWebUI() }
        #expect(error == .anyService)
        #expect(error?.errorDescription == "access_denied: The user is disabled")
        #expect(error?.cause == nil)
    }

    @Test func `a second sign-in while a user is signed in is refused without a page`() async throws {
        let app = try PagesApp()
        _ = try await app.plugin.signInWithWebUI()
        #expect(await failure { _ = try await app.plugin.signInWithWebUI() } == .anyInvalidState)
        #expect(app.presenter.pages.count == 1)
    }

    @Test(arguments: ["WebDomain", "AppClientId", "SignInRedirectURI", "SignOutRedirectURI", "Scopes"])
    func `pages that lack a key are an error of the configuration, and other calls work`(key: String) async throws {
        for value in [nil, JSONValue.number(1)] {
            var pages = PagesApp.pages
            pages[key] = value
            let app = try PagesApp(pages: pages)
            #expect(await failure { _ = try await app.plugin.signInWithWebUI() } == .anyConfiguration)
            #expect(app.presenter.pages.isEmpty)
            #expect(try await !app.plugin.fetchAuthSession().isSignedIn)
        }
    }

    @Test(arguments: [
        ("WebDomain", "http://auth.example.com"), ("WebDomain", "not a host"), ("WebDomain", ""),
        ("AppClientId", ""), ("SignInRedirectURI", "callback"), ("SignInRedirectURI", "myapp://x#y"),
        ("SignOutRedirectURI", ""),
    ])
    func `pages with a value that cannot be used are an error of the configuration`(
        key: String, value: String
    ) async throws {
        var pages = PagesApp.pages
        pages[key] = .string(value)
        let app = try PagesApp(pages: pages)
        #expect(await failure { _ = try await app.plugin.signInWithWebUI() } == .anyConfiguration)
        #expect(app.presenter.pages.isEmpty)
    }

    @Test func `a sign-out shows the logout page above the window of the call`() async throws {
        let app = try PagesApp()
        _ = try await app.plugin.signInWithWebUI()
        let anchor = AuthUIPresentationAnchor()
        guard case .complete = try await app.signOut(.presentationAnchor(anchor)) else {
            Issue.record("The sign-out is not complete.")
            return
        }
        let page = try #require(app.presenter.pages.last)
        #expect(page.purpose == .signOut)
        #expect(page.presentationAnchor === anchor)
        #expect(page.query == ["client_id": "client", "logout_uri": "myapp://signout/"])
        #expect(app.events.names.suffix(2) == ["Auth.signOutAPI", "Auth.signedOut"])
    }

    @Test func `a logout page that fails is reported beside the sign-out`() async throws {
        let app = try PagesApp()
        _ = try await app.plugin.signInWithWebUI()
        app.presenter.onVisit { _ in throw URLError(.timedOut) }
        guard case .partial(nil, nil, let page?) = try await app.signOut() else {
            Issue.record("The sign-out did not report the page.")
            return
        }
        #expect(page.error == .anyService)
        #expect(page.error.underlyingError is URLError)
        #expect(app.events.names.suffix(2) == ["Auth.signOutAPI", "Auth.signedOut"])
    }

    @Test func `a logout page that the user cancels leaves the user signed in`() async throws {
        let app = try PagesApp()
        _ = try await app.plugin.signInWithWebUI()
        app.presenter.onVisit { _ in throw CancellationError() }
        guard case .failed(let error) = try await app.signOut() else {
            Issue.record("The sign-out did not fail.")
            return
        }
        #expect(error.cause == .userCancelled)
        #expect(app.events.names.last == "Auth.signOutAPI")
        #expect(try await app.plugin.getCurrentUser().username == "ada")
        #expect(app.network.count("RevokeToken") == 0)
    }

    @Test func `a session of the pages survives a restart`() async throws {
        let store = InMemoryCredentialStore()
        _ = try await PagesApp(store: store).plugin.signInWithWebUI()
        let app = try PagesApp(store: store)
        #expect(try await app.plugin.getCurrentUser().userId == "sub-1")
        _ = try await app.signOut()
        #expect(app.presenter.pages.map(\.purpose) == [.signOut])
    }

    @Test func `a plugin without a presenter cannot show the pages`() async throws {
        let plugin = AWSCognitoAuthPlugin(
            transport: TestNetwork(nil), events: AuthEvents { _ in }, openStore: { _ in InMemoryCredentialStore() })
        let pool: JSONValue = ["PoolId": "us-east-1_Shop00001", "AppClientId": "client", "Region": "us-east-1"]
        try plugin.configure(
            using: [
                "CognitoUserPool": ["Default": pool], "Auth": ["Default": ["OAuth": .object(PagesApp.pages)]],
            ] as JSONValue)
        let error = await failure { _ = try await plugin.signInWithWebUI() }
        #expect(error?.cause == .errorLoadingUI)
    }
}
