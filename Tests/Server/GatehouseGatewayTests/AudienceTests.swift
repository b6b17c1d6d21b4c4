// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import Testing

/// The pages that may read a response, by the audience of its route.
@Suite(.tags(.security)) struct AudienceTests {
    private static let page = [
        "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
        "Content-Security-Policy": "frame-ancestors 'none'",
    ]

    private static func route(
        _ path: RoutePath, _ audience: Audience, headers: [(name: String, value: String)] = []
    ) -> Route {
        Route(.post, path, label: "a", for: audience) { _ in
            Outcome(GatewayResponse(status: 200, headers: headers), operation: "a")
        }
    }

    private static let site = Site(routes: [
        route("/everyone", .everyone), route("/programs", .programs), route("/browser", .browser),
        route("/developer", .developer),
    ])

    private func send(
        _ method: String, _ path: String, to gateway: Gateway = .make([Self.site]), body: String = "",
        headers: [(name: String, value: String)] = []
    ) async -> GatewayResponse {
        let origin = [(name: "Origin", value: "https://evil.example")]
        return await gateway.respond(
            to: GatewayRequest(method: method, path: path, headers: origin + headers, body: Data(body.utf8)))
    }

    @Test(arguments: ["POST", "DELETE", "OPTIONS"])
    func `pages of other origins may read the responses of a route for everyone, and may send it requests`(
        method: String
    ) async {
        let answer = await send(method, "/everyone")
        #expect(answer.header("Access-Control-Allow-Origin") == "*")
        #expect((answer.header("Access-Control-Allow-Methods") != nil) == (method == "OPTIONS"))
        for name in Self.page.keys { #expect(answer.header(name) == nil) }
    }

    @Test(arguments: ["POST", "DELETE", "OPTIONS"], ["/programs", "/browser", "/developer"])
    func `pages of other origins may not read the responses at other paths, nor send requests with headers`(
        method: String, path: String
    ) async {
        let answer = await send(method, path)
        #expect(answer.status == (method == "DELETE" ? 405 : 200))
        #expect(!answer.headers.contains { $0.name.hasPrefix("Access-Control-") })
        for (name, value) in Self.page { #expect(answer.header(name) == (path == "/browser" ? value : nil)) }
        if method != "POST" { #expect(answer.header("Allow") == "POST, OPTIONS") }
    }

    @Test func `the page for an unknown path is for the browser, and the list of paths is for everyone`() async {
        let gateway = Gateway.make(
            [Self.site], baseURL: "https://id.example", settings: GatewaySettings(isStrictAboutTLS: true))
        let host = [(name: "Host", value: "id.example")]
        let page = await send("GET", "/nowhere", to: gateway, headers: host + [("Accept", "text/html")])
        #expect(page.status == 404)
        #expect(page.header("Strict-Transport-Security") == "max-age=31536000")
        #expect(!page.headers.contains { $0.name.hasPrefix("Access-Control-") })
        for (name, value) in Self.page where name != "Content-Security-Policy" { #expect(page.header(name) == value) }
        let policies = page.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value)
        #expect(policies.last == "frame-ancestors 'none'")
        let list = await send("GET", "/nowhere", to: gateway, headers: host)
        #expect(list.status == 404)
        #expect(list.header("Access-Control-Allow-Origin") == "*")
        #expect(list.header("Strict-Transport-Security") == nil)
    }

    @Test func `a page cannot weaken its protection`() async {
        let weak: [(name: String, value: String)] = [
            ("x-frame-options", "ALLOWALL"), ("Referrer-Policy", "unsafe-url"), ("cache-control", "public"),
            ("Content-Security-Policy", "default-src 'self'; frame-ancestors *"),
        ]
        let gateway = Gateway.make([Site(routes: [Self.route("/browser", .browser, headers: weak)])])
        let answer = await send("POST", "/browser", to: gateway)
        func values(_ name: String) -> [String] {
            answer.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }
        // Browsers enforce each of several content security policies.
        #expect(values("Content-Security-Policy") == [weak[3].value, "frame-ancestors 'none'"])
        for (name, value) in Self.page where name != "Content-Security-Policy" { #expect(values(name) == [value]) }
    }

    @Test(arguments: [("/everyone", true), ("/programs", false), ("/browser", false), ("/developer", false)])
    func `a refusal by the head has the audience of its path`(path: String, isOpen: Bool) async {
        let rates = RateLimits(perAddress: RequestRate(perSecond: 1, burst: 1))
        let limited = Gateway.make(
            [Self.site], settings: GatewaySettings(rates: rates),
            clock: WallClock { Date(timeIntervalSince1970: 0) })
        _ = await send("POST", "/everyone", to: limited)
        let refusal = await send("POST", path, to: limited)
        #expect(refusal.status == 400)
        #expect((refusal.header("Access-Control-Allow-Origin") != nil) == isOpen)
        let short = Gateway.make([Self.site], settings: GatewaySettings(maximumBodySize: 1))
        let tooLong = await send("POST", path, to: short, body: "ab")
        #expect(tooLong.status == 413)
        #expect((tooLong.header("Access-Control-Allow-Origin") != nil) == isOpen)
    }

    @Test func `pages of other origins do not read the refusal of a foreign host name at a developer's page`() async {
        let answer = await send("POST", "/developer", headers: [("Host", "evil.example")])
        #expect(answer.status == 403)
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
    }

    /// The rules about TLS that a server gives a browser with its answer.
    private func strictTransport(
        of host: String?, path: String = "/browser", baseURL: String = "https://id.example", isStrict: Bool = true
    ) async -> [String] {
        let gateway = Gateway.make(
            [Self.site], baseURL: baseURL, settings: GatewaySettings(isStrictAboutTLS: isStrict))
        let answer = await send("POST", path, to: gateway, headers: host.map { [("Host", $0)] } ?? [])
        return answer.headers.filter { $0.name == "Strict-Transport-Security" }.map(\.value)
    }

    @Test(arguments: ["id.example", "shop.id.example:8443", "SHOP.ID.EXAMPLE", "localhost.example"])
    func `a browser uses TLS only for the host name of a page that it got over TLS`(host: String) async {
        // The rule is for this host name alone, and for no list that browsers have.
        #expect(await strictTransport(of: host) == ["max-age=31536000"])
    }

    @Test(arguments: [
        "localhost", "localhost:9229", "LocalHost", "shop.localhost", "127.0.0.1", "192.0.2.7:8443", "[::1]",
        "[2001:db8::1]:443", "", "id.example@evil.example", nil,
    ])
    func `no rule about TLS is for an address, for the browser's own machine or for no host`(host: String?) async {
        #expect(await strictTransport(of: host) == [])
    }

    @Test func `no rule about TLS comes from a server without TLS, from dev, or at a path without a page`() async {
        #expect(await strictTransport(of: "id.example", baseURL: "http://id.example") == [])
        #expect(await strictTransport(of: "id.example", isStrict: false) == [])
        for path in ["/everyone", "/programs", "/developer", "/nowhere"] {
            #expect(await strictTransport(of: "id.example", path: path) == [])
        }
    }

    @Test func `pages of other origins read neither metrics nor signing keys`() async throws {
        let gatehouse = try await TestGatehouse()
        for (method, path) in [("GET", "/metrics"), ("OPTIONS", "/metrics"), ("OPTIONS", "/verifier/signing-key")] {
            let answer = await gatehouse.send(TestRequest(method: method, path: path))
            #expect(answer.status == 200)
            #expect(answer.header("Access-Control-Allow-Origin") == nil, "\(method) \(path)")
        }
    }
}
