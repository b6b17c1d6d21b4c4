// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseSites
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Markup and line breaks in the parameters of every page, and in names.
@Suite(.tags(.security)) struct MarkupTests {
    private static let markup = "\"'><script>alert(1)</script>\r\nX-Injected: 1"
    private static let pages = [
        "/oauth2/authorize", "/login", "/login/step", "/signup", "/confirm", "/resendcode", "/forgotPassword",
        "/confirmForgotPassword", "/confirmUser", "/passkeys/add", "/logout", "/error", "/oauth2/idpresponse",
    ]
    private static let parameters = [
        "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "prompt", "max_age", "acr_values", "resource", "identity_provider", "idp_identifier",
        "login_hint", "lang", "ui_locales", "id_token_hint", "request", "request_uri", "claims", "display", "continue",
        "error", "error_description", "logout_uri", "post_logout_redirect_uri", "user_name", "confirmation_code",
        "code", "iss", "<script>",
    ]

    @Test(arguments: pages)
    func `markup in a parameter is neither markup of the page nor a header`(_ page: String) async throws {
        let hosted = try await HostedFixture.make()
        let base = [
            ("client_id", hosted.fixture.client.id), ("redirect_uri", "https://app.example/cb"),
            ("response_type", "code"), ("state", "s"),
        ]
        for name in Self.parameters {
            let query = FormFields.text(base.filter { $0.0 != name } + [(name, Self.markup)])
            let answer = await hosted.get(page, query)
            let html = String(decoding: answer.body, as: UTF8.self)
            #expect(!html.contains("<script>alert"), "\(page) \(name)")
            #expect(!html.contains("\"'>"), "\(page) \(name)")
            for header in answer.headers {
                #expect(!header.value.contains { $0.isNewline || $0 == "<" }, "\(page) \(name) \(header.name)")
            }
        }
    }

    @Test func `markup in the fields of a form is shown as text`() async throws {
        let pool = try await HostedPool.make()
        for page in ["/login", "/signup", "/confirm", "/resendcode", "/forgotPassword", "/confirmForgotPassword"] {
            var browser = pool.browser
            try await browser.open(pool.address(page))
            let names = try #require(browser.forms.first).fields.map(\.name)
            let typed = names.filter { $0 != "_csrf" && $0 != "run" }
            try await browser.submit(Dictionary(uniqueKeysWithValues: typed.map { ($0, Self.markup) }))
            #expect(!browser.html.contains("<script>alert"), "\(page)")
            #expect(!browser.html.contains("\"'>"), "\(page)")
        }
    }

    @Test func `the name of a provider is text on its button`() async throws {
        let fixture = try await ProviderFixture.make(name: "\"><script>x")
        let answer = await fixture.hosted.get("/login", fixture.hosted.query())
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200)
        #expect(!html.contains("\"><script>") && html.contains("&lt;script&gt;x"))
    }

    @Test func `the state of a request is text in the form that returns it`() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let query = FormFields.text([
            ("client_id", hosted.fixture.client.id), ("redirect_uri", "https://app.example/cb"),
            ("response_type", "code"), ("response_mode", "form_post"), ("state", Self.markup),
        ])
        let answer = await hosted.get("/oauth2/authorize", query, headers: [try await hosted.signIn()])
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200 && html.contains("name=\"code\""))
        #expect(!html.contains("<script>alert") && !html.contains("\"'>"))
    }
}
