// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseGateway
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import Testing

/// The costly work of the pages, counted rather than timed.
@Suite(.tags(.security), .hangLimit) struct EqualWorkTests {
    /// A browser at a server on the data of a pool that counts powers and signatures.
    private func browser(_ pool: HostedPool, counting work: CountedWork) -> PageBrowser {
        let counted = pool.fixture.pools(counting: work)
        let gateway = pool.fixture.gateway(of: counted)
        return PageBrowser(baseURL: counted.deployment.baseURL) { request in
            TestResponse(await gateway.respond(to: request.gatewayRequest))
        }
    }

    /// The work for the form of a page, without that for the page.
    private func work(
        _ page: String, _ values: [String: String], in pool: HostedPool
    ) async throws -> (count: Int, browser: PageBrowser) {
        let work = CountedWork()
        var browser = browser(pool, counting: work)
        try await browser.open(pool.address(page))
        let before = work.count
        try await browser.submit(values)
        return (work.count - before, browser)
    }

    @Test func `a wrong password costs as much for an unknown user as for a user`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        let known = try await work("/login", HostedPool.login(password: "Wrong-Horse-7!"), in: pool)
        let unknown = try await work("/login", HostedPool.login("nobody", password: "Wrong-Horse-7!"), in: pool)
        #expect(known.count > 0 && known.count == unknown.count)
        #expect(known.browser.status == unknown.browser.status)
    }

    @Test func `a wrong code and a new password cost as much for an unknown user as for a user`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        func reset(_ name: String) async throws -> Int {
            try await work(
                "/confirmForgotPassword",
                [
                    "username": name, "code": "000000", "password": PoolFixture.newPassword,
                    "confirm_password": PoolFixture.newPassword,
                ], in: pool
            ).count
        }
        #expect(try await reset("alice") == reset("nobody"))
    }
}
