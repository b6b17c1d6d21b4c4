// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseOAuth
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite("A form of a page", .tags(.security))
struct ForgeryTests {
    private static let browser = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY"

    /// A request of a domain by path, or by host over TLS.
    private func request(
        _ hosted: HostedFixture, form: String = "", headers: [(name: String, value: String)] = [],
        baseURL: String = "http://localhost:9229", at place: DomainPlace? = nil, pool: String? = nil
    ) throws -> HostedRequest {
        let now = Date(timeIntervalSince1970: 0)
        let record = UserPoolDomainRecord(
            name: "shop", poolID: "us-east-1_A", customDomain: nil, managedLoginVersion: 2, createdAt: now,
            modifiedAt: now)
        let pool = UserPoolRecord(
            id: pool ?? "us-east-1_A", description: .init(absent: ()), createdAt: now, modifiedAt: now)
        let path = try #require(HostName("shop"))
        let domain = HostedDomain(
            record, of: pool, at: place ?? .path(path), in: .init(baseURL: baseURL))
        let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
        let call = Trip(
            request: GatewayRequest(
                method: "POST", path: "/domains/shop/login", headers: headers + [type], body: Data(form.utf8)),
            requestID: "r")
        return try HostedRequest(call, at: domain, in: hosted.fixture.gatehouse.installation.userPools)
    }

    private func cookie(_ value: String = Self.browser) -> (name: String, value: String) {
        ("Cookie", "XSRF-TOKEN-shop=\(value)")
    }

    @Test("is accepted with the token of its page and of its browser only")
    func tokens() async throws {
        let hosted = try await HostedFixture.make()
        let token = try request(hosted, headers: [cookie()]).csrfToken(for: "/login")
        let form = "_csrf=\(token)"
        #expect(try request(hosted, form: form, headers: [cookie()]).isGenuine(for: "/login"))
        #expect(try !request(hosted, form: form, headers: [cookie()]).isGenuine(for: "/signup"))
        #expect(try !request(hosted, form: form).isGenuine(for: "/login"))
        #expect(try !request(hosted, form: "", headers: [cookie()]).isGenuine(for: "/login"))
        #expect(try !request(hosted, form: "_csrf=x", headers: [cookie()]).isGenuine(for: "/login"))
        #expect(try !request(hosted, form: form, headers: [cookie()], pool: "us-east-1_B").isGenuine(for: "/login"))
        let other = String(Self.browser.reversed())
        #expect(try !request(hosted, form: form, headers: [cookie(other)]).isGenuine(for: "/login"))
        // Another host of the domain has added a cookie of the same name.
        #expect(try !request(hosted, form: form, headers: [cookie(), cookie(other)]).isGenuine(for: "/login"))
    }

    @Test("is refused if a browser says that another site has sent it")
    func origins() async throws {
        let hosted = try await HostedFixture.make()
        let token = try request(hosted, headers: [cookie()]).csrfToken(for: "/login")
        // One of the names of a developer's machine, with another port than the base URL's.
        let host = (name: "Host", value: "127.0.0.1:9228")
        func isGenuine(_ name: String, _ value: String) throws -> Bool {
            try request(hosted, form: "_csrf=\(token)", headers: [cookie(), host, (name, value)])
                .isGenuine(for: "/login")
        }
        for origin in ["http://localhost:9229", "HTTP://LOCALHOST:9229", "http://127.0.0.1:9228", "null"] {
            #expect(try isGenuine("Origin", origin))
        }
        for origin in [
            "https://evil.example", "http://localhost.evil.example", "http://evil@localhost:9229", "", "x",
            "http://localhost:3000", "http://localhost", "http://127.0.0.1:9229", "http://127.0.0.1:3000",
            "http://[::1]:9228",
        ] {
            #expect(try !isGenuine("Origin", origin), "\(origin)")
        }
        for site in ["same-origin", "none"] { #expect(try isGenuine("Sec-Fetch-Site", site)) }
        for site in ["cross-site", "same-site", ""] { #expect(try !isGenuine("Sec-Fetch-Site", site)) }
    }

    @Test("of a domain with a host of its own is refused from a page of its host without TLS or with another port")
    func hostOrigin() async throws {
        let hosted = try await HostedFixture.make()
        let name = try #require(HostName("shop.id.example"))
        let cookie = (name: "Cookie", value: "__Host-XSRF-TOKEN=\(Self.browser)")
        func isGenuine(
            _ origin: String, over base: String, _ cookie: (name: String, value: String),
            host: String = "shop.id.example"
        ) throws -> Bool {
            func made(_ form: String) throws -> HostedRequest {
                try request(
                    hosted, form: form, headers: [cookie, ("Host", host), ("Origin", origin)], baseURL: base,
                    at: .host(name))
            }
            return try made("_csrf=\(made("").csrfToken(for: "/login"))").isGenuine(for: "/login")
        }
        #expect(try isGenuine("https://shop.id.example", over: "https://id.example", cookie))
        #expect(try !isGenuine("http://shop.id.example", over: "https://id.example", cookie))
        for (origin, host, isOwn) in [
            ("https://shop.id.example:8443", "shop.id.example:8443", true),
            ("https://shop.id.example:8443", "shop.id.example", false),
            ("https://shop.id.example", "shop.id.example:8443", false),
            ("https://shop.id.example:3000", "shop.id.example:8443", false),
            ("https://id.example", "shop.id.example", false),
        ] {
            #expect(try isGenuine(origin, over: "https://id.example:8443", cookie, host: host) == isOwn, "\(origin)")
        }
        let plain = (name: "Cookie", value: "XSRF-TOKEN=\(Self.browser)")
        #expect(try isGenuine("http://shop.id.example", over: "http://id.example", plain))
    }

    @Test("of a domain with a host of its own has cookies that only this host can set")
    func cookies() async throws {
        let hosted = try await HostedFixture.make()
        let name = try #require(HostName("shop.id.example"))
        let byHost = try request(hosted, baseURL: "https://id.example", at: .host(name))
        #expect(
            byHost.cookies.setting(.session, "v", maximumAge: 3_600)?.text
                == "__Host-cognito=v; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(
            byHost.cookies.setting(.providerState, "v")?.text
                == "__Host-csrf-state=v; Path=/; HttpOnly; SameSite=None; Secure")
        let byPath = try request(hosted, baseURL: "https://id.example/auth")
        #expect(
            byPath.cookies.setting(.session, "v")?.text
                == "__Secure-cognito-shop=v; Path=/auth/domains/shop; HttpOnly; SameSite=Lax; Secure")
        let plain = try request(hosted)
        #expect(
            plain.cookies.setting(.session, "v")?.text == "cognito-shop=v; Path=/domains/shop; HttpOnly; SameSite=Lax")
        #expect(plain.cookies.setting(.session, "a;b") == nil)
    }

    @Test("gets a random cookie for its browser if it has none")
    func newBrowser() async throws {
        let hosted = try await HostedFixture.make()
        let (first, second) = (try request(hosted), try request(hosted, headers: [cookie("short")]))
        #expect(first.browser.isNew && second.browser.isNew && first.browser.id != second.browser.id)
        var response = GatewayResponse(status: 200)
        first.keepBrowser(in: &response)
        #expect(
            response.header("Set-Cookie")
                == "XSRF-TOKEN-shop=\(first.browser.id); Path=/domains/shop; HttpOnly; SameSite=Lax")
        var other = GatewayResponse(status: 200)
        try request(hosted, headers: [cookie()]).keepBrowser(in: &other)
        #expect(other.header("Set-Cookie") == nil)
    }
}
