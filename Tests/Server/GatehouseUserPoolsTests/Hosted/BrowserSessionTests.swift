// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The sessions of browsers on the hosted pages.
@Suite(.hangLimit) struct BrowserSessionTests {
    private func isOpen(_ cookie: String, _ fixture: PoolFixture) async throws -> Bool {
        try await fixture.anyone.browserSession(cookie, inPool: fixture.poolID) != nil
    }

    @Test func `each sign-in makes a new cookie, and each cookie finds its own session`() async throws {
        let fixture = try await PoolFixture.forPages()
        try await fixture.makeUser("bob")
        let (alice, bob) = (try await fixture.browser(), try await fixture.browser("bob"))
        let again = try await fixture.browser()
        #expect(Set([alice.cookie, bob.cookie, again.cookie]).count == 3)
        let found = try #require(try await fixture.anyone.browserSession(alice.cookie, inPool: fixture.poolID))
        #expect(found.record == alice.record)
        #expect(found.user.username == "alice")
        let other = try await fixture.anyone.browserSession(bob.cookie, inPool: fixture.poolID)
        #expect(other?.user.username == "bob")
    }

    @Test func `a forged cookie and a cookie of another pool find no session`() async throws {
        let fixture = try await PoolFixture.forPages()
        let cookie = try await fixture.browser().cookie
        let forged = ["", "x", String(cookie.dropLast()) + "!", cookie + "A", String(repeating: "A", count: 43)]
        for text in forged { #expect(try await !isOpen(text, fixture)) }
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        #expect(try await !isOpen(cookie, other))
        try await fixture.anyone.endBrowserSession(cookie, inPool: other.poolID)
        #expect(try await isOpen(cookie, fixture))
    }

    @Test func `a session ends after an hour of use, and a clock that was set back does not revive it`() async throws {
        let fixture = try await PoolFixture.forPages()
        let cookie = try await fixture.browser().cookie
        fixture.gatehouse.clock.advance(by: 3_599)
        #expect(try await isOpen(cookie, fixture))
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await !isOpen(cookie, fixture))
        fixture.gatehouse.clock.advance(by: -1_800)
        #expect(try await !isOpen(cookie, fixture))
    }

    @Test func `a session and a code from a later time are over when a server starts with a clock that was set back`()
        async throws
    {
        let fixture = try await PoolFixture.forPages()
        fixture.gatehouse.clock.advance(by: 86_400)
        let browser = try await fixture.browser()
        let code = try await fixture.anyone.issueCode(for: browser.record, try await fixture.authorization())
        fixture.gatehouse.clock.advance(by: -86_400)
        #expect(try await isOpen(browser.cookie, fixture))
        let next = PoolFixture(
            gatehouse: try fixture.gatehouse.restarted(), poolID: fixture.poolID, client: fixture.client)
        #expect(try await !isOpen(browser.cookie, next))
        #expect(try await next.refusal(of: code) == .unknownCode)
        #expect(try await isOpen(try await next.browser().cookie, next))
    }

    @Test func `a client's setting shortens and lengthens the session`() async throws {
        let fixture = try await PoolFixture.forPages()
        var client = try await fixture.authorization().client
        let authentication = try #require(try await fixture.signInOnPage().authentication)
        client.ssoSessionMinutes = 5
        let hour = try await fixture.anyone.beginBrowserSession(authentication, inPool: fixture.poolID)
        fixture.gatehouse.clock.advance(by: 299)
        #expect(
            try await fixture.anyone.browserSession(hour.cookie, inPool: fixture.poolID, for: client) != nil)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(
            try await fixture.anyone.browserSession(hour.cookie, inPool: fixture.poolID, for: client) == nil)
        #expect(try await isOpen(hour.cookie, fixture))
        client.ssoSessionMinutes = 120
        let long = try await fixture.anyone.beginBrowserSession(
            authentication, inPool: fixture.poolID, for: client)
        fixture.gatehouse.clock.advance(by: 7_199)
        #expect(
            try await fixture.anyone.browserSession(long.cookie, inPool: fixture.poolID, for: client) != nil)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(
            try await fixture.anyone.browserSession(long.cookie, inPool: fixture.poolID, for: client) == nil)
    }

    @Test func `a sign-out ends the session of its cookie only`() async throws {
        let fixture = try await PoolFixture.forPages()
        let (first, second) = (try await fixture.browser().cookie, try await fixture.browser().cookie)
        try await fixture.anyone.endBrowserSession(first, inPool: fixture.poolID)
        try await fixture.anyone.endBrowserSession(first, inPool: fixture.poolID)
        #expect(try await !isOpen(first, fixture))
        #expect(try await isOpen(second, fixture))
    }

    enum End: CaseIterable {
        case disabled, disabledForAWhile, deleted, reset, newPassword
    }

    /// Ends Alice's sessions in one of several ways.
    private func end(_ end: End, _ fixture: PoolFixture) async throws {
        let (admin, poolID) = (fixture.administrator, fixture.poolID)
        switch end {
        case .disabled, .disabledForAWhile:
            _ = try await admin.adminDisableUser(AdminDisableUserRequest(userPoolId: poolID, username: "alice"))
            guard end == .disabledForAWhile else { return }
            _ = try await admin.adminEnableUser(AdminEnableUserRequest(userPoolId: poolID, username: "alice"))
        case .deleted:
            _ = try await admin.adminDeleteUser(AdminDeleteUserRequest(userPoolId: poolID, username: "alice"))
        case .reset:
            _ = try await admin.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: poolID, username: "alice"))
        case .newPassword:
            _ = try await admin.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        }
    }

    @Test(arguments: End.allCases)
    func `the end of a user's sessions ends browsers' sessions and unused codes`(_ end: End) async throws {
        let fixture = try await PoolFixture.forPages()
        let request = try await fixture.authorization()
        let (cookie, record) = try await fixture.browser()
        let code = try await fixture.anyone.issueCode(for: record, request)
        try await self.end(end, fixture)
        #expect(try await !isOpen(cookie, fixture))
        #expect(try await fixture.refusal(of: code) != nil)
        let next = try await fault { _ = try await fixture.anyone.issueCode(for: record, request) }
        #expect(next == .invalidSession)
        let tokens = try await fault { _ = try await fixture.anyone.issueImplicitTokens(for: record, request) }
        #expect(tokens == .invalidSession)
    }

    @Test(arguments: [End.disabled, .deleted, .reset])
    func `a user who was shut out after the last step gets no browser session`(_ end: End) async throws {
        let fixture = try await PoolFixture.forPages()
        let authentication = try #require(try await fixture.signInOnPage().authentication)
        try await self.end(end, fixture)
        let refusal = try await fault {
            _ = try await fixture.anyone.beginBrowserSession(authentication, inPool: fixture.poolID)
        }
        #expect(refusal == .invalidSession)
    }

    @Test func `a user who was left to a provider after the last step gets no browser session`()
        async throws
    {
        let fixture = try await PoolFixture.forPages()
        let authentication = try #require(try await fixture.signInOnPage().authentication)
        try await fixture.leaveToProvider()
        let refusal = try await fault {
            _ = try await fixture.anyone.beginBrowserSession(authentication, inPool: fixture.poolID)
        }
        #expect(refusal == .invalidSession)
    }

    @Test func `a user whose link to a provider has ended gets no browser session from there`()
        async throws
    {
        let fixture = try await PoolFixture.forPages()
        let local = try #require(try await fixture.signInOnPage().authentication)
        let federated = HostedAuthentication(
            user: local.user,
            signIn: CompletedSignIn(
                eventID: local.signIn.eventID, provedAt: local.signIn.provedAt, authTime: local.signIn.authTime),
            provider: "corp")
        let refusal = try await fault {
            _ = try await fixture.anyone.beginBrowserSession(federated, inPool: fixture.poolID)
        }
        #expect(refusal == .invalidSession)
    }

    @Test func `a sign-out of all devices keeps the browser's session and takes the unused codes`() async throws {
        let fixture = try await PoolFixture.forPages()
        let (cookie, record) = try await fixture.browser()
        let code = try await fixture.anyone.issueCode(for: record, try await fixture.authorization())
        _ = try await fixture.administrator.adminUserGlobalSignOut(
            AdminUserGlobalSignOutRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(try await isOpen(cookie, fixture))
        #expect(try await fixture.refusal(of: code) == .unknownCode)
    }
}
