// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseServer
import GatehouseServices
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

/// Gateways with some of the sites.
@Suite struct SitesTests {
    private func gateway(_ sites: [Site]) -> Gateway {
        Gateway.make(sites)
    }

    private func answer(
        _ method: String, _ path: String, query: String = "", of gateway: Gateway
    ) async -> (status: Int, json: WireValue) {
        let answer = await gateway.respond(to: GatewayRequest(method: method, path: path, query: query))
        return (answer.status, (try? WireValue(foreignJSON: answer.body)) ?? .null)
    }

    @Test(arguments: [
        ("POST", "/"), ("GET", "/"), ("DELETE", "/"), ("GET", "/dev/outbox"), ("POST", "/dev/outbox"),
        ("POST", "/dev/reset"), ("GET", "/metrics"), ("PUT", "/imports/pool/job"),
    ])
    func `a path of a site that the server does not have does not exist`(method: String, path: String) async {
        let answer = await answer(method, path, of: gateway([.health {}]))
        #expect(answer.status == 404)
        #expect(answer.json["paths"] == ["GET /health", "GET /health/live", "GET /health/ready"])
    }

    @Test func `a server that is not ready is alive and reports the reason`() async {
        let gateway = gateway([.health { throw NotReady("The disk of the database is full.") }])
        for path in ["/health", "/health/ready"] {
            let answer = await answer("GET", path, of: gateway)
            #expect(answer.status == 503)
            #expect(answer.json == ["status": "unavailable", "reason": "The disk of the database is full."])
        }
        let live = await answer("GET", "/health/live", of: gateway)
        #expect(live.status == 200 && live.json == ["status": "ok"])
    }

    @Test func `a server that is ready says what lags`() async {
        let gateway = gateway([.health({}, warning: { "The change feed lags." })])
        for path in ["/health", "/health/ready"] {
            let answer = await answer("GET", path, of: gateway)
            #expect(answer.status == 200)
            #expect(answer.json["status"] == "ok" && answer.json["warning"] == "The change feed lags.")
        }
        #expect(await answer("GET", "/health/live", of: gateway).json == ["status": "ok"])
        let port = await HealthPage.answer(
            GatewayRequest(method: "GET", path: "/health"), warning: { "The change feed lags." }, check: {})
        #expect(port.status == 200 && String(decoding: port.body, as: UTF8.self).contains("The change feed lags."))
    }

    @Test(arguments: [
        ("GET", "/health", 503), ("GET", "/health/ready", 503), ("HEAD", "/health/ready", 503),
        ("GET", "/health/live", 200), ("POST", "/health", 405), ("GET", "/", 404), ("GET", "/metrics", 404),
    ])
    func `the port for health has no other pages`(method: String, path: String, status: Int) async {
        let request = GatewayRequest(method: method, path: path)
        let answer = await HealthPage.answer(request) { throw NotReady("The database is closed.") }
        #expect(answer.status == status)
    }

    @Test func `requests that use up the rate of an address leave the health pages their own`() async {
        let rates = RateLimits(perAddress: RequestRate(perSecond: 1, burst: 1))
        let gateway = Gateway.make(
            [.health {}], settings: GatewaySettings(rates: rates),
            clock: WallClock { Date(timeIntervalSince1970: 0) })
        #expect(await answer("GET", "/nothing", of: gateway).status == 404)
        #expect(await answer("GET", "/nothing", of: gateway).status == 400)
        #expect(await answer("GET", "/health/ready", of: gateway).status == 200)
        #expect(await answer("GET", "/health/live", of: gateway).status == 400)
    }

    @Test func `the first page and the services share a path`() async throws {
        let installation = try await TestGatehouse().installation
        let services = Site.services(
            userPools: installation.userPools, identityPools: installation.identityPools,
            securityTokens: installation.securityTokens, projects: installation.projects,
            callers: CallerAuthentication(
                administrators: [], securityTokens: installation.securityTokens, deployment: Deployment(),
                clock: .system),
            deployment: Deployment())
        var gateway = gateway([services])
        #expect(await answer("GET", "/", of: gateway).status == 404)
        gateway.add(.development(Deployment(), overview: { .make() }, reset: { true }))
        let page = await answer("GET", "/", of: gateway)
        #expect(page.status == 200)
        #expect(page.json["version"] == "1.2.3")
        let action = await answer("GET", "/", query: "Action=GetCallerIdentity&Version=2011-06-15", of: gateway)
        #expect(action.status == 403)
        let paths = await answer("GET", "/nothing", of: gateway).json["paths"]
        #expect(
            paths == [
                "POST / (Cognito user pools, Cognito identity pools, STS, IAM, project records)", "GET /",
                "POST /dev/reset",
            ])
    }

    @Test(arguments: [false, true])
    func `a browser at a path without a page gets a page, which leads to the first page where there is one`(
        isDev: Bool
    ) async throws {
        var gateway = gateway([.health {}])
        if isDev { gateway.add(.development(Deployment(), overview: { .make() }, reset: { true })) }
        let accept = (name: "Accept", value: "text/html,application/xhtml+xml,*/*;q=0.8")
        let path = "/no/<script>such"
        let answer = await gateway.respond(to: GatewayRequest(method: "GET", path: path, headers: [accept]))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 404 && answer.header("Content-Type") == "text/html; charset=utf-8")
        #expect(answer.header("Vary")?.contains("Accept") == true)
        #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        #expect(text.contains("There is nothing at this address.") && !text.contains("<script>"))
        #expect(text.contains("<a href=\"/\">") == isDev)
        let program = await gateway.respond(to: GatewayRequest(method: "GET", path: path, headers: []))
        #expect(program.status == 404 && program.header("Content-Type") == "application/json")
    }

    @Test func `browsers get an icon`() async throws {
        let answer = await gateway([.icon()]).respond(to: GatewayRequest(method: "GET", path: "/favicon.ico"))
        #expect(answer.status == 200 && answer.header("Content-Type") == "image/png")
        #expect(answer.body.starts(with: [0x89] + Array("PNG".utf8)))
        let whole = await (try await TestGatehouse()).send(TestRequest(path: "/favicon.ico"))
        #expect(whole.status == 200)
    }

    @Test func `a server with an outbox answers under its own names only`() async {
        let headers = [(name: "Host", value: "evil.example")]
        let request = GatewayRequest(method: "GET", path: "/health", headers: headers)
        #expect(await gateway([.health {}]).respond(to: request).status == 200)
        #expect(await gateway([.health {}, .outbox { _ in [] }]).respond(to: request).status == 403)
        var later = gateway([.health {}])
        later.add(.outbox { _ in [] })
        #expect(await later.respond(to: request).status == 403)
    }
}
