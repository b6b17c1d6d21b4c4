// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import Testing

@Suite("The login page")
struct LoginPageTests {
    private let context = PageContext(
        basePath: "/domains/example", query: "client_id=abc&redirect_uri=https%3A%2F%2Fapp.example",
        hiddenFields: [HiddenField("_csrf", "token")])

    @Test("sends the user name, the password and the hidden fields to itself with the query of the request")
    func form() {
        let page = LoginPage(userName: "jane").html(in: context)
        #expect(
            page.contains(
                "action=\"/domains/example/login?client_id=abc&amp;redirect_uri=https%3A%2F%2Fapp.example\""))
        #expect(page.contains(#"<input type="hidden" name="_csrf" value="token">"#))
        #expect(page.contains(#"id="username" name="username" value="jane""#))
        #expect(page.contains(#"id="password" name="password" type="password" autocomplete="current-password""#))
    }

    @Test("has no field for a password where another page asks for it")
    func userNameFirst() {
        let page = LoginPage(hasPassword: false).html(in: context)
        #expect(!page.contains("type=\"password\""))
        #expect(page.contains(">Continue</button>"))
    }

    @Test("has a link for each provider, which replaces the provider of the request")
    func providers() {
        var context = context
        context.query += "&identity_provider=COGNITO"
        let page = LoginPage(providers: [
            PageProvider(.google, name: "Google"), PageProvider(.saml, name: "Ærø & Co"),
        ]).html(in: context)
        #expect(page.contains("&amp;identity_provider=Google\">Continue with Google</a>"))
        #expect(page.contains("&amp;identity_provider=%C3%86r%C3%B8%20%26%20Co\">Continue with Ærø &amp; Co</a>"))
        #expect(!page.contains("identity_provider=COGNITO&amp;identity_provider"))
    }

    @Test("has only the links that the pool allows")
    func links() {
        let page = LoginPage(canSignUp: false, canResetPassword: false).html(in: context)
        #expect(!page.contains("/signup"))
        #expect(!page.contains("/forgotPassword"))
    }

    @Test("and its style sheet have at most 15 KB, also with five providers")
    func size() {
        let providers = (1...5).map { PageProvider(.openIDConnect, name: "Provider\($0)") }
        var context = context
        context.query += "&state=\(String(repeating: "s", count: 200))"
        let page = LoginPage(providers: providers, hasOrganizations: true).html(in: context)
        #expect(page.utf8.count + PageFile.styleSheet.text.utf8.count <= 15_000)
    }
}
