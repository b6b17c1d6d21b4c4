// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Synchronization
import Testing

/// Cookies, runs and requests that belong to another pool, client or server.
@Suite(.tags(.security), .hangLimit) struct ForeignStateTests {
    @Test func `the session of another pool, a text that looks like one, and one in another cookie open nothing`()
        async throws
    {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let other = try await HostedFixture.make(on: hosted.fixture.gatehouse, domain: "other")
        let own = try await hosted.signIn()
        let value = String(own.value.split(separator: "=")[1])
        func isSilent(_ fixture: HostedFixture, _ cookie: String) async -> Bool {
            let answer = await fixture.get("/oauth2/authorize", fixture.query(), headers: [("Cookie", cookie)])
            return answer.header("Location")?.contains("code=") == true
        }
        #expect(await isSilent(hosted, own.value))
        #expect(await !isSilent(other, "cognito-other=\(value)"))
        for forged in [
            "cognito=\(value)", "cognito-other=\(value)", "XSRF-TOKEN-shop=\(value)", "__Host-cognito=\(value)",
            "cognito-shop=\(String(value.reversed()))", "cognito-shop=\(value.lowercased())",
            "cognito-shop=" + String(repeating: "A", count: 43), "cognito-shop=\(value)%00", "cognito-shop=",
            "cognito-shop=alice",
        ] where forged != own.value {
            #expect(await !isSilent(hosted, forged), "\(forged.prefix(24))")
        }
    }

    @Test func `the run of a client cannot be continued for another client of the pool`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        let other = try #require(
            try await pool.fixture.administrator.createUserPoolClient(
                CreateUserPoolClientRequest(
                    userPoolId: pool.fixture.poolID, clientName: "other", callbackURLs: [HostedPool.callback],
                    allowedOAuthFlows: [.code], allowedOAuthScopes: ["openid"], allowedOAuthFlowsUserPoolClient: true)
            ).userPoolClient?.clientId)
        var browser = try await pool.browserAtLogin()
        let fields = (browser.forms.first?.fields ?? []).filter { $0.name == "_csrf" || $0.name == "run" }
        let address = pool.address("/login").replacing(pool.fixture.client.id, with: other)
        try await browser.post(
            fields + [(name: "username", value: "alice"), (name: "password", value: PoolFixture.password)], to: address)
        #expect(browser.text.contains("Something went wrong"))
        #expect(browser.cookies[HostedPool.session] == nil)
        // The run itself is good: the form of its own client signs the user in.
        try await browser.post(
            fields + [(name: "username", value: "alice"), (name: "password", value: PoolFixture.password)],
            to: pool.address("/login"))
        #expect(browser.hasCode)
    }

    @Test func `the server fetches nothing that an authorization request or a pushed request names`() async throws {
        let network = CountedFetch()
        let hosted = try await HostedFixture.make(on: TestGatehouse(fetch: network))
        for (name, value) in [
            ("request_uri", "https%3A%2F%2Fevil.example%2Fr"), ("request_uri", "http%3A%2F%2F169.254.169.254%2F"),
            ("request_uri", "file%3A%2F%2F%2Fetc%2Fpasswd"), ("request", "e30.e30."),
            ("resource", "http%3A%2F%2F169.254.169.254%2F"), ("identity_provider", "https%3A%2F%2Fevil.example"),
            ("idp_identifier", "evil.example"),
        ] {
            _ = await hosted.get("/oauth2/authorize", hosted.query("&\(name)=\(value)"))
            _ = await hosted.post("/oauth2/par", hosted.query("&\(name)=\(value)"))
            _ = await hosted.get("/login", hosted.query("&\(name)=\(value)"))
        }
        #expect(network.count == 0)
    }
}

/// A network that counts requests and answers none.
private final class CountedFetch: OutboundFetch {
    private let requests = Mutex(0)

    var count: Int { requests.withLock { $0 } }

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        requests.withLock { $0 += 1 }
        throw .unreachable("no network")
    }
}
