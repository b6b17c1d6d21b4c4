// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Calls and events while the user is in the browser.
@Suite(.hangLimit) struct OpenBrowserTests {
    /// Lets the browser wait for the barrier, whatever becomes of its task, and then come back signed in.
    private static func hold(_ fixture: WebFixture, at barrier: Barrier) {
        let server = fixture.server
        fixture.browser.onVisit { page throws(WebSignInError) in
            await barrier.pass()
            return try WebFixture.visit(page, server)
        }
    }

    private static func expectEndedFromOutside(_ task: Task<SignInOutcome, any Error>) async {
        let error = await #expect(throws: SessionError.self) { try await task.value }
        guard case .invalidState = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
    }

    @Test func `a browser that does not come back ends the sign-in after 15 minutes`() async throws {
        let fixture = try WebFixture()
        let (lost, late) = (Barrier(), Barrier())
        Self.hold(fixture, at: lost)
        let engine = try fixture.engine(clock: fixture.clock(whose: .seconds(900), passesAt: late))
        let task = Task<SignInOutcome, any Error> { try await engine.signInOnPages() }
        await lost.someone()
        late.open()
        await #expect(throws: SessionError.web(.timedOut)) { try await task.value }
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        // The browser returns after all, to a sign-in that has ended.
        lost.open()
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        #expect(try await fixture.engine.signInOnPages().isSignedIn)
        #expect(fixture.server.tokenRequests.count == 1)
    }

    @Test func `a cancelled task ends the sign-in without waiting for the browser`() async throws {
        let fixture = try WebFixture()
        let barrier = Barrier()
        Self.hold(fixture, at: barrier)
        let task = Task<SignInOutcome, any Error> { try await fixture.engine.signInOnPages() }
        await barrier.someone()
        task.cancel()
        await #expect(throws: SessionError.cancelled) { try await task.value }
        barrier.open()
        #expect(try await fixture.engine.signInOnPages().isSignedIn)
    }

    @Test func `a sign-out does not wait for the browser, and ends the sign-in`() async throws {
        let fixture = try WebFixture()
        let barrier = Barrier()
        Self.hold(fixture, at: barrier)
        let task = Task<SignInOutcome, any Error> { try await fixture.engine.signInOnPages() }
        await barrier.someone()
        #expect(await fixture.engine.signOut() == .complete)
        await Self.expectEndedFromOutside(task)
        barrier.open()
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        #expect(fixture.server.tokenRequests.isEmpty)
        #expect(fixture.browser.pages.count == 1)
    }

    @Test(arguments: [true, false])
    func `another sign-in takes the place of one that waits for the browser`(onPages: Bool) async throws {
        let fixture = try WebFixture()
        let barrier = Barrier()
        Self.hold(fixture, at: barrier)
        let engine = fixture.engine
        let task = Task<SignInOutcome, any Error> { try await engine.signInOnPages() }
        await barrier.someone()
        let server = fixture.server
        fixture.browser.onVisit { page throws(WebSignInError) in try WebFixture.visit(page, server) }
        if onPages {
            #expect(try await engine.signInOnPages().isSignedIn)
        } else {
            #expect(try await engine.signIn(username: "ada", password: "pw").isSignedIn)
        }
        await Self.expectEndedFromOutside(task)
        barrier.open()
        #expect(try engine.currentUser().username == "ada")
        #expect(server.tokenRequests.count == (onPages ? 1 : 0))
    }

    @Test func `other calls do not wait for the user in the browser`() async throws {
        let fixture = try WebFixture()
        let barrier = Barrier()
        Self.hold(fixture, at: barrier)
        let engine = fixture.engine
        let task = Task<SignInOutcome, any Error> { try await engine.signInOnPages() }
        await barrier.someone()
        let report = await engine.fetchSession()
        #expect(!report.isSignedIn)
        #expect((try? report.identityID.get()) == "guest-id")
        #expect(throws: SessionError.self) { try engine.currentUser() }
        barrier.open()
        #expect(try await task.value.isSignedIn)
    }

    @Test func `a sign-in that waits for an answer is abandoned`() async throws {
        let fixture = try WebFixture()
        fixture.base.service.on("InitiateAuth", ChallengeTests.challenge("SOFTWARE_TOKEN_MFA", [:]))
        _ = try await fixture.engine.signIn(username: "ada", password: "pw")
        #expect(try await fixture.engine.signInOnPages().isSignedIn)
        _ = await fixture.engine.signOut()
        await #expect(throws: SessionError.nothingToConfirm) { try await fixture.engine.confirmSignIn(response: "1") }
    }
}
