// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The pages and endpoints of a server without time for them.
@Suite(.tags(.security), .hangLimit) struct HostedOverloadTests {
    private static let form = (name: "Content-Type", value: "application/x-www-form-urlencoded")

    private func expectPage(_ answer: GatewayResponse, status: Int) {
        #expect(answer.status == status && answer.header("Retry-After") == "1")
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
        #expect(String(decoding: answer.body, as: UTF8.self).contains("<h1>The server cannot answer now</h1>"))
        #expect(answer.header("X-Frame-Options") == "DENY" && answer.header("Cache-Control") == "no-store")
        #expect(answer.header("Access-Control-Allow-Origin") == nil)
    }

    private func expectError(_ answer: GatewayResponse, status: Int) {
        #expect(answer.oauthError == "\(status) temporarily_unavailable")
        #expect(answer.header("Retry-After") == "1" && answer.header("Content-Type") == "application/json")
        #expect(answer.header("Access-Control-Allow-Origin") == "*")
    }

    @Test func `a server with full queues answers browsers with a page and programs with an error`() async throws {
        let hosted = try await HostedFixture.make()
        let admission = Admission(computingThreads: 1, fewest: 0, now: { 0 })
        let gateway = hosted.fixture.gateway(admission: admission)
        let fillers = try WorkPriority.allCases.map { priority in
            try admission.admit(admission.kind(priority, guess: (4_000_000_000, 4_000_000_000)))
        }
        func answer(_ method: String, _ path: String, _ query: String = "") async -> GatewayResponse {
            await gateway.respond(
                to: GatewayRequest(
                    method: method, path: hosted.base + path, query: query, headers: [Self.form],
                    body: Data("a=b".utf8)))
        }
        expectPage(await answer("GET", "/oauth2/authorize", hosted.query()), status: 503)
        expectPage(await answer("POST", "/login", hosted.query()), status: 503)
        expectError(await answer("POST", "/oauth2/token"), status: 503)
        expectError(await answer("POST", "/oauth2/par"), status: 503)
        for admitted in fillers { admitted.leave() }
        #expect(await answer("GET", "/oauth2/authorize", hosted.query()).status == 302)
    }

    @Test func `an address over its rate gets a page at the pages and an error at the endpoints`() async throws {
        let hosted = try await HostedFixture.make()
        let gateway = hosted.fixture.gateway(
            settings: GatewaySettings(rates: RateLimits(perAddress: RequestRate(perSecond: 1, burst: 1))))
        func answer(_ method: String, _ path: String) async -> GatewayResponse {
            await gateway.respond(to: GatewayRequest(method: method, path: hosted.base + path))
        }
        #expect(await answer("GET", "/error").status == 400)
        for path in ["/login", "/logout", "/error"] { expectPage(await answer("GET", path), status: 429) }
        for path in ["/oauth2/token", "/oauth2/revoke"] { expectError(await answer("POST", path), status: 429) }
        expectError(await answer("GET", "/oauth2/userInfo"), status: 429)
    }
}
