// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import GatehouseSession

/// The page that signs the browser out.
@Suite(.hangLimit) struct LogoutPageTests {
    /// An app whose user has signed in on the pages.
    private static func signedIn(private isPrivate: Bool = false) async throws -> WebFixture {
        let fixture = try WebFixture(identityPool: false)
        _ = try await fixture.engine.signInOnPages(WebSignInOptions(prefersPrivateSession: isPrivate))
        return fixture
    }

    private static func expectSignedIn(_ fixture: WebFixture) throws {
        #expect(try fixture.engine.currentUser().username == "ada")
        #expect(fixture.base.service.operations.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a sign-out shows the logout page before it revokes`(global: Bool) async throws {
        let fixture = try await Self.signedIn()
        let service = fixture.base.service
        let operations = Recording<[String]>()
        fixture.browser.onVisit { page throws(WebSignInError) in
            operations.append(service.operations)
            return page.redirect
        }
        #expect(await fixture.engine.signOut(global: global) == .complete)
        #expect(operations.elements == [[]])
        #expect(service.operations == (global ? ["GlobalSignOut", "RevokeToken"] : ["RevokeToken"]))
        let page = try #require(fixture.browser.pages.last)
        #expect(page.purpose == .signOut)
        #expect(page.redirect.absoluteString == "http://localhost:8080/bye")
        #expect(
            page.url.absoluteString == """
                http://127.0.0.1:9229/domains/shop/logout?client_id=client&logout_uri=http%3A%2F%2Flocalhost%3A8080%2Fbye
                """)
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
    }

    @Test func `after a restart the logout page is shown all the same`() async throws {
        let fixture = try await Self.signedIn()
        #expect(await (try fixture.engine()).signOut() == .complete)
        #expect(fixture.browser.pages.map(\.purpose) == [.signIn, .signOut])
    }

    @Test func `the sign-out of a private session opens no browser`() async throws {
        let fixture = try await Self.signedIn(private: true)
        #expect(await fixture.engine.signOut() == .complete)
        #expect(fixture.browser.pages.map(\.purpose) == [.signIn])
    }

    @Test func `the sign-out of a user who signed in with the API, or of no user, opens no browser`() async throws {
        let fixture = try WebFixture()
        #expect(await fixture.engine.signOut() == .complete)
        _ = try await fixture.engine.signIn(username: "ada", password: "pw")
        #expect(await fixture.engine.signOut(global: true) == .complete)
        _ = await fixture.engine.fetchSession()
        #expect(await fixture.engine.signOut() == .complete)
        #expect(fixture.browser.pages.isEmpty)
    }

    @Test func `the deletion of an account opens no browser`() async throws {
        let fixture = try await Self.signedIn()
        try await fixture.engine.deleteUser()
        #expect(fixture.browser.pages.map(\.purpose) == [.signIn])
    }

    @Test(arguments: [WebSignInError.cancelled, .notShown("t"), .badAnchor, .badRedirect("t")])
    func `a page that is cancelled or not shown leaves the user signed in`(error: WebSignInError) async throws {
        let fixture = try await Self.signedIn()
        fixture.browser.onVisit { _ throws(WebSignInError) in throw error }
        #expect(await fixture.engine.signOut(global: true) == .failed(.web(error)))
        try Self.expectSignedIn(fixture)
        fixture.browser.onVisit { page throws(WebSignInError) in page.redirect }
        #expect(await fixture.engine.signOut() == .complete)
    }

    @Test func `an app without a presenter leaves the user signed in`() async throws {
        let fixture = try await Self.signedIn()
        let engine = try fixture.engine(presenter: .some(nil))
        #expect(await engine.signOut() == .failed(.web(.noPresenter)))
        try Self.expectSignedIn(fixture)
    }

    @Test func `a cancelled page is ignored if the refresh token is dead`() async throws {
        let fixture = try await Self.signedIn()
        fixture.base.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        fixture.base.expire()
        #expect(await fixture.engine.fetchSession().commonReason == .sessionExpired)
        fixture.browser.onVisit { _ throws(WebSignInError) in throw .cancelled }
        #expect(await fixture.engine.signOut() == .complete)
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
    }

    @Test func `a page that fails in another way is reported, and the user is signed out`() async throws {
        let refusal = OAuthRefusal(code: "invalid_request", text: "no")
        let failures: [(WebSignInError, TestBrowser.Visit)] = [
            (.unusable("t"), { _ throws(WebSignInError) in throw .unusable("t") }),
            (.timedOut, { _ throws(WebSignInError) in throw .timedOut }),
            (
                .refused(refusal),
                { page throws(WebSignInError) in
                    page.redirect.appending(queryItems: [
                        URLQueryItem(name: "error", value: "invalid_request"),
                        URLQueryItem(name: "error_description", value: "no"),
                    ])
                }
            ),
        ]
        for (error, visit) in failures {
            let fixture = try await Self.signedIn()
            fixture.browser.onVisit(visit)
            let partial = SignOutOutcome.partial(revokeToken: nil, globalSignOut: nil, page: .web(error))
            #expect(await fixture.engine.signOut() == partial)
            #expect(fixture.base.service.operations == ["RevokeToken"])
            #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        }
    }

    @Test func `a browser that does not come back holds a sign-out up for two minutes`() async throws {
        let fixture = try await Self.signedIn()
        let (lost, late) = (Barrier(), Barrier())
        fixture.browser.onVisit { page throws(WebSignInError) in
            await lost.pass()
            return page.redirect
        }
        let engine = try fixture.engine(clock: fixture.clock(whose: .seconds(120), passesAt: late))
        let task = Task { await engine.signOut() }
        await lost.someone()
        late.open()
        #expect(await task.value == .partial(revokeToken: nil, globalSignOut: nil, page: .web(.timedOut)))
        lost.open()
    }

    @Test func `other calls do not wait for the logout page`() async throws {
        let fixture = try await Self.signedIn()
        let barrier = Barrier()
        fixture.browser.onVisit { page throws(WebSignInError) in
            await barrier.pass()
            return page.redirect
        }
        let engine = fixture.engine
        let task = Task { await engine.signOut() }
        await barrier.someone()
        #expect(await engine.fetchSession(force: true).tokens.isThere)
        barrier.open()
        #expect(await task.value == .complete)
    }

    @Test func `an app whose configuration has lost the pages signs out, and says so`() async throws {
        let fixture = try await Self.signedIn()
        guard case .partial(nil, nil, .configuration?) = await (try fixture.engine(pages: .some(nil))).signOut() else {
            Issue.record("The sign-out did not report the pages.")
            return
        }
        #expect(fixture.browser.pages.count == 1)
    }

    @Test func `errors of the service and of the page are in one outcome`() async throws {
        let fixture = try await Self.signedIn()
        fixture.browser.onVisit { _ throws(WebSignInError) in throw .timedOut }
        fixture.base.service.on("RevokeToken", .trouble(.unreachable))
        guard case .partial(_?, nil, .web(.timedOut)?) = await fixture.engine.signOut() else {
            Issue.record("The outcome has not both errors.")
            return
        }
    }
}
