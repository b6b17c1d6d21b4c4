// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehousePages
import GatehouseServer
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseOAuth

/// What the server keeps of the login page between requests, and what a form reads.
@Suite(.hangLimit) struct KeptPageTests {
    private static let css = ".label-customizable {font-weight: 400;}"

    /// A pool with two clients, of which the second one has a style.
    private func make() async throws -> (pool: HostedPool, clients: [String]) {
        let pool = try await HostedPool.make { _ in
        } client: {
            $0.clientName = "first-app"
        }
        var request = CreateUserPoolClientRequest(userPoolId: pool.fixture.poolID, clientName: "second-app")
        HostedPool.enableOAuth(&request)
        let administrator = pool.fixture.administrator
        let second = try #require(try await administrator.createUserPoolClient(request).userPoolClient?.clientId)
        try await setStyle(Self.css, of: second, in: pool)
        return (pool, [pool.fixture.client.id, second])
    }

    private func setStyle(_ css: String, of client: String, in pool: HostedPool) async throws {
        _ = try await pool.fixture.administrator.setUICustomization(
            SetUICustomizationRequest(userPoolId: pool.fixture.poolID, clientId: client, css: css))
    }

    /// The address of a client's login page with a state.
    private func address(of client: String, state: String, in pool: HostedPool) -> String {
        pool.address("/login").replacing("state=s-1", with: "state=\(state)")
            .replacing(pool.fixture.client.id, with: client)
    }

    @Test(.tags(.security)) func `two browsers at two clients get their own values only, in turns`() async throws {
        let (pool, clients) = try await make()
        var browsers = [pool.browser, pool.browser]
        var tokens: [Set<String>] = [[], []]
        var (states, runs): (Set<String>, Set<String>) = ([], [])
        var pages: [String: String] = [:]
        for round in 0..<3 {
            for (client, name) in zip(clients, ["first-app", "second-app"]) {
                for index in browsers.indices {
                    var browser = browsers[index]
                    let state = "state-\(round)-\(index)-\(name)"
                    try await browser.open(address(of: client, state: state, in: pool))
                    browsers[index] = browser
                    let html = browser.html
                    let form = try #require(browser.forms.first)
                    let (token, run) = (try #require(form["_csrf"]), try #require(form["run"]))
                    #expect(html.contains(state) && html.contains("<p class=\"name\">\(name)</p>"))
                    #expect(html.contains("/assets/style.css?client_id=\(client)&") == (name == "second-app"))
                    for other in clients where other != client { #expect(!html.contains(other)) }
                    for former in states.union(runs) { #expect(!html.contains(former)) }
                    for foreign in tokens[1 - index] { #expect(!html.contains(foreign)) }
                    tokens[index].insert(token)
                    states.insert(state)
                    runs.insert(run)
                    // What remains is the same each time.
                    let rest = html.replacing(state, with: "").replacing(run, with: "").replacing(token, with: "")
                    #expect(pages[name, default: rest] == rest)
                    pages[name] = rest
                }
            }
        }
        #expect(tokens.allSatisfy { $0.count == 1 } && runs.count == 12)
    }

    @Test func `another style is on the next page, and on the page with the error of a form`() async throws {
        let (pool, clients) = try await make()
        let (client, next) = (clients[1], ".label-customizable {font-weight: 700;}")
        var browser = pool.browser
        try await browser.open(address(of: client, state: "s-1", in: pool))
        #expect(browser.html.contains(PageFile.hash(of: Self.css)))
        try await setStyle(next, of: client, in: pool)
        try await browser.submit(HostedPool.login("nobody"))
        #expect(browser.status == 400 && browser.html.contains(PageFile.hash(of: next)))
        try await browser.open(address(of: client, state: "s-1", in: pool))
        #expect(browser.html.contains(PageFile.hash(of: next)) && !browser.html.contains(PageFile.hash(of: Self.css)))
    }

    @Test(arguments: [("GET", true), ("POST", false)])
    func `a form, which mostly ends in a redirect, reads no style before its page`(
        _ method: String, _ hasStyle: Bool
    ) async throws {
        let (pool, _) = try await make()
        let (pools, poolID) = (pool.fixture.gatehouse.installation.userPools, pool.fixture.poolID)
        let domain = try await pools.records.read { store in
            let record = try #require(try store.domain("shop"))
            let owner = try #require(try store.userPool(poolID))
            return HostedDomain(record, of: owner, at: .path(try #require(HostName("shop"))), in: pools.deployment)
        }
        let call = Trip(
            request: GatewayRequest(method: method, path: "/domains/shop/login", query: pool.query()), requestID: "r")
        let pages = try await SignInPages(try HostedRequest(call, at: domain, in: pools))
        #expect((pages.branding != nil) == hasStyle)
    }
}
