// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import AWSMobileClient
@testable import GatehouseSession

/// The app's presenter, and the addresses that the app passes on.
///
/// The process has one presenter, so the tests take turns.
@Suite(.hangLimit, .serialized) struct OpenPagesTests {
    private struct Failure: Error {}

    private final class Presenter: HostedUIPresenter, Sendable {
        typealias Completion = (URL?, (any Error)?) -> Void

        let visits = AsyncStream<AppOwned<Completion>>.makeStream()
        let dismissals = AsyncStream<Void>.makeStream()
        let wish = Mutex<(scheme: String?, isPrivate: Bool)?>(nil)

        func present(
            _ url: URL,
            callbackURLScheme: String?,
            prefersEphemeralSession: Bool,
            completion: @escaping Completion
        ) {
            wish.withLock { $0 = (callbackURLScheme, prefersEphemeralSession) }
            visits.continuation.yield(AppOwned(completion))
        }

        func dismiss() { dismissals.continuation.yield() }
    }

    private static func page() throws -> WebPage {
        WebPage(
            purpose: .signIn, url: try #require(URL(string: "https://auth.example.com/")),
            redirect: try #require(URL(string: "myapp://")), isPrivate: true)
    }

    /// Shows a page with a presenter, which answers as the test says.
    private static func show(
        _ answer: @escaping @Sendable (AppOwned<Presenter.Completion>, OpenPages) -> Void
    ) async throws -> (Result<URL, any Error>, Presenter) {
        let presenter = Presenter()
        AWSMobileClient.hostedUIPresenter = presenter
        defer { AWSMobileClient.hostedUIPresenter = nil }
        let (pages, page) = (OpenPages(), try page())
        let task = Task { try await pages.show(page) }
        for await completion in presenter.visits.stream {
            answer(completion, pages)
            break
        }
        return (await task.result, presenter)
    }

    @Test func `the first completion counts, and the app's wishes reach the presenter`() async throws {
        let first = try #require(URL(string: "myapp://?code=1&state=s"))
        let (result, presenter) = try await Self.show { completion, _ in
            completion.value(first, nil)
            completion.value(nil, Failure())
            completion.value(nil, nil)
        }
        #expect(try result.get() == first)
        let wish = presenter.wish.withLock { $0 }
        #expect(wish?.scheme == "myapp")
        #expect(wish?.isPrivate == true)
    }

    @Test func `neither address nor error is a cancellation, and an error is the presenter's`() async throws {
        let (cancelled, _) = try await Self.show { completion, _ in completion.value(nil, nil) }
        #expect(throws: WebSignInError.cancelled) { try cancelled.get() }
        let (failed, _) = try await Self.show { completion, _ in completion.value(nil, Failure()) }
        #expect(throws: WebSignInError.thrown(PresenterFailure(Failure()))) { try failed.get() }
        let other = try #require(URL(string: "other://?code=1&state=s"))
        let (strange, _) = try await Self.show { completion, _ in completion.value(other, nil) }
        #expect(throws: WebSignInError.self) { try strange.get() }
    }

    @Test func `an address that the app received ends the visit, and the presenter is dismissed`() async throws {
        let url = try #require(URL(string: "myapp://?code=1&state=s"))
        let stray = try #require(URL(string: "myapp://"))
        let (result, presenter) = try await Self.show { _, pages in
            #expect(!pages.receive(stray))
            #expect(pages.receive(url))
            #expect(!pages.receive(url))
        }
        #expect(try result.get() == url)
        for await _ in presenter.dismissals.stream { break }
    }

    @Test func `a cancelled call does not wait for a presenter that never answers`() async throws {
        let presenter = Presenter()
        AWSMobileClient.hostedUIPresenter = presenter
        defer { AWSMobileClient.hostedUIPresenter = nil }
        let (pages, page) = (OpenPages(), try Self.page())
        let task = Task { try await pages.show(page) }
        for await _ in presenter.visits.stream { break }
        task.cancel()
        await #expect(throws: WebSignInError.cancelled) { try await task.value }
        for await _ in presenter.dismissals.stream { break }
    }

    @Test func `an address is ignored while nothing waits`() throws {
        #expect(!OpenPages().receive(try #require(URL(string: "myapp://?code=1&state=s"))))
    }
}
