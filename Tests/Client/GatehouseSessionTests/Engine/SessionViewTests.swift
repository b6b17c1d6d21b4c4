// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import Synchronization
import Testing

/// What a face makes of the engine's report, which the engine keeps as long as its session.
@Suite(.hangLimit) struct SessionViewTests {
    private final class View: SessionView {
        let report: SessionReport

        init(_ report: SessionReport) {
            self.report = report
        }
    }

    /// Counts the views that an engine makes.
    private final class Views: Sendable {
        private let made = Mutex(0)

        var count: Int { made.withLock { $0 } }

        func make(_ report: SessionReport) -> View {
            made.withLock { $0 += 1 }
            return View(report)
        }
    }

    private let fixture: Fixture
    private let views: Views
    private let engine: SessionEngine

    init() throws {
        let (fixture, views) = (try Fixture(identityPool: false), Views())
        self.fixture = fixture
        self.views = views
        engine = SessionEngine(
            configuration: fixture.configuration,
            store: fixture.store,
            view: { views.make($0) },
            transport: fixture.service,
            clock: fixture.clock.clock
        )
    }

    @Test func `a session that no call has loaded has no view`() async {
        #expect(engine.freshView == nil && views.count == 0)
        #expect(await !engine.fetchSession().isSignedIn)
        #expect(engine.freshView != nil && views.count == 1)
    }

    @Test func `a view is made once for each change, and each call judges its age`() async throws {
        _ = try await engine.signIn(username: "ada", password: "pw")
        let first = try #require(engine.freshView as? View)
        let count = views.count
        #expect(first.report.isSignedIn && first.report.tokens.isThere)
        for _ in 0..<3 {
            #expect(await engine.fetchSession().isSignedIn)
            #expect((engine.freshView as? View) === first)
        }
        #expect(views.count == count)
        fixture.expire()
        #expect(engine.freshView == nil)
        #expect(await engine.fetchSession().tokens.isThere)
        let second = try #require(engine.freshView as? View)
        #expect(second !== first && views.count == count + 1)
        #expect(await engine.signOut() == .complete)
        let third = try #require(engine.freshView as? View)
        #expect(!third.report.isSignedIn && third.report.tokens.reason != nil)
    }

    @Test func `dropped tokens leave no fresh view`() async throws {
        _ = try await engine.signIn(username: "ada", password: "pw")
        #expect(engine.freshView != nil)
        engine.dropTokens()
        #expect(engine.freshView == nil)
    }

    @Test func `an engine without a face that keeps views has none`() async throws {
        try await fixture.signIn()
        #expect(await fixture.engine.fetchSession().isSignedIn)
        #expect(fixture.engine.freshView == nil)
    }
}
