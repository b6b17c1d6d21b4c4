// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseSites
import GatehouseTesting
import Testing

@Suite("The authorization endpoint", .tags(.security))
struct AuthorizeEndpointTests {
    @Test("shows the login page of the same host with the same query")
    func login() async throws {
        let hosted = try await HostedFixture.make()
        let query = hosted.query("&scope=openid&nonce=%3Cn%3E")
        let answer = await hosted.get("/oauth2/authorize", query)
        #expect(answer.redirect == "302 /domains/shop/login?\(query)")
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(answer.header("Referrer-Policy") == "no-referrer")
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
    }

    @Test("never leaves the server before the client and its redirect URI are verified")
    func unverified() async throws {
        let hosted = try await HostedFixture.make()
        let id = hosted.fixture.client.id
        func redirect(_ query: String) async -> String { await hosted.get("/oauth2/authorize", query).redirect }
        #expect(
            await redirect("client_id=\(id)&response_type=code&redirect_uri=https%3A%2F%2Fevil.example")
                == "302 /domains/shop/error?error=redirect_mismatch&client_id=\(id)")
        #expect(
            await redirect("client_id=x%26y&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb")
                == "302 /domains/shop/error?error=invalid_client&client_id=x%26y")
        #expect(await redirect(hosted.query("&state=t")) == "302 /domains/shop/error?error=invalid_request")
        #expect(await redirect("client_id=%ff") == "302 /domains/shop/error?error=invalid_request")
        #expect(await redirect("") == "302 /domains/shop/error?error=invalid_request")
    }

    @Test("does not know the clients of other pools")
    func foreignClient() async throws {
        let hosted = try await HostedFixture.make()
        let other = try await HostedFixture.make(on: hosted.fixture.gatehouse, domain: "other")
        let id = other.fixture.client.id
        #expect(
            await hosted.get("/oauth2/authorize", other.query()).redirect
                == "302 /domains/shop/error?error=invalid_client&client_id=\(id)")
    }

    @Test("returns errors to the client in the order of the service, with the issuer")
    func errors() async throws {
        let hosted = try await HostedFixture.make()
        let none = await hosted.get("/oauth2/authorize", hosted.query("&prompt=none"))
        #expect(
            none.redirect == "302 https://app.example/cb?state=s+1&error=login_required&iss=\(hosted.issuer)")
        let scope = await hosted.get("/oauth2/authorize", hosted.query("&scope=admin&response_mode=fragment"))
        #expect(
            scope.redirect
                == "302 https://app.example/cb#error_description=invalid_scope&state=s+1&error=invalid_request"
                + "&iss=\(hosted.issuer)")
    }

    @Test("returns errors in a form where the client wants one, and browsers may send it only there")
    func formPost() async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.get(
            "/oauth2/authorize",
            hosted.query("&prompt=none&response_mode=form_post").replacing("s+1", with: "%22%3E%3Cb"))
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200 && html.contains("login_required"))
        #expect(!html.contains("\"><b"))
        let policy = answer.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value).joined(separator: "; ")
        #expect(policy.contains("form-action 'self' https://app.example;"))
        #expect(!policy.contains("unsafe-inline") && policy.contains("frame-ancestors 'none'"))
    }

    @Test("of a client without redirects of the web cannot answer in a form")
    func formPostToApp() async throws {
        let hosted = try await HostedFixture.make()
        let query =
            "client_id=\(hosted.fixture.client.id)&redirect_uri=myapp%3A%2F%2Fdone&response_type=code"
            + "&response_mode=form_post"
        let answer = await hosted.get("/oauth2/authorize", query)
        #expect(answer.redirect.hasPrefix("302 myapp://done?error_description=response_mode+cannot+be+form_post"))
    }

    @Test("shows no text of a link on the error page")
    func errorPage() async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.get("/error", "error=%3Cscript%3Ealert(1)%3C%2Fscript%3E&client_id=%3Cb%3E")
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 400 && !html.contains("alert(1)") && !html.contains("<b>"))
        let known = await hosted.get("/error", "error=redirect_mismatch")
        #expect(known.status == 400 && String(decoding: known.body, as: UTF8.self).contains("redirect_mismatch"))
    }
}
