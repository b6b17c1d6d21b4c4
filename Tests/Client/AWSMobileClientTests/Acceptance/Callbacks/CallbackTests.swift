// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Dispatch
import Foundation
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Every call inside every callback; the callback blocks its thread until the inner call has ended.
@Suite("22: calls inside callbacks", .hangLimit) struct CallbackTests {
    /// Where the first call is made, because its callback may come on the same thread and block it: a serial queue, which
    /// shares no threads with tasks.
    private static var queue: DispatchQueue { DispatchQueue(label: "AWSMobileClientTests.callback") }

    /// Whether a test with these calls is played in every run: of those that compute passwords only a part is, and all
    /// where `GATEHOUSEBUILD_RUNS` asks for a thousand runs or more of the simulation.
    private static func isPlayed(_ outer: AppCall, _ inner: AppCall) -> Bool {
        let slow: [AppCall] = [.signUp, .signIn, .changePassword, .confirmForgotPassword]
        let isSlow = slow.contains(outer) || slow.contains(inner)
        let runs = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 0
        guard isSlow, runs < 1_000 else { return true }
        let all = AppCall.allCases
        return ((all.firstIndex(of: outer) ?? 0) + (all.firstIndex(of: inner) ?? 0)).isMultiple(of: 6)
    }

    /// Runs a closure of an app on a thread that it may block, and waits for both answers.
    private static func run(
        _ description: String, outer: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        inner: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) async {
        let (outerAnswer, innerAnswer) = (Answer<Void>(), Answer<Void>())
        queue.async {
            outer {
                blocking { done in
                    inner {
                        innerAnswer.end(nil)
                        done()
                    }
                }
                outerAnswer.end(nil)
            }
        }
        _ = await innerAnswer.error()
        _ = await outerAnswer.error()
        #expect(innerAnswer.count == 1 && outerAnswer.count == 1, "\(description)")
    }

    /// Blocks the thread until a call has ended.
    private static func blocking(_ call: (@escaping @Sendable () -> Void) -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        call { isDone.signal() }
        isDone.wait()
    }

    @Test(arguments: AppCall.allCases, [true, false])
    func `each call inside the completion of another`(outer: AppCall, signedIn: Bool) async throws {
        let shared = try await SignedInPhone.shared.value
        var world = try shared.world.copy(seed: 1)
        let changesServer = outer == .signOutGlobally || outer == .deleteUser
        for inner in AppCall.allCases where Self.isPlayed(outer, inner) {
            if changesServer, signedIn { world = try shared.world.copy(seed: 1) }
            let app = try await shared.phone(on: world, signedIn: signedIn).started()
            await Self.run("\(inner) inside \(outer), signed in: \(signedIn)") { done in
                outer.perform(app, shared.federation) { _ in done() }
            } inner: { done in
                inner.perform(app, shared.federation) { _ in done() }
            }
        }
    }

    /// The events that call a listener.
    enum Event: CaseIterable {
        case signIn, federatedSignIn, signOut, guest

        var state: UserState {
            switch self {
            case .signIn, .federatedSignIn: .signedIn
            case .signOut: .signedOut
            case .guest: .guest
            }
        }

        var call: AppCall {
            switch self {
            case .signIn: .signIn
            case .federatedSignIn: .federatedSignIn
            case .signOut: .signOut
            case .guest: .awsCredentials
            }
        }
    }

    @Test(arguments: Event.allCases)
    func `each call inside a listener`(event: Event) async throws {
        let shared = try await SignedInPhone.shared.value
        let world = try shared.world.copy(seed: 1)
        for inner in AppCall.allCases {
            let app = try await shared.phone(on: world, signedIn: event == .signOut).started()
            let outerAnswer = Answer<Void>()
            await Self.run("\(inner) inside the listener of \(event)") { done in
                let owner = Journal()
                app.client.addUserStateListener(owner) { state, _ in
                    // The inner call may change the state again.
                    guard state == event.state, owner.lines.isEmpty else { return }
                    owner.note("heard")
                    done()
                }
                event.call.perform(app, shared.federation) { _ in outerAnswer.end(nil) }
            } inner: { done in
                inner.perform(app, shared.federation) { _ in done() }
            }
            _ = await outerAnswer.error()
            #expect(outerAnswer.count == 1, "\(event) with \(inner)")
        }
    }

    @Test func `each call inside the listener of a wait, which releaseSignInWait ends`() async throws {
        let shared = try await SignedInPhone.shared.value
        for inner in AppCall.allCases {
            let world = try shared.world.copy(seed: 1)
            let app = try await shared.phone(on: world).started()
            try await world.revokeTokens()
            world.gatehouse.clock.advance(by: 3_600)
            let innerAnswer = Answer<Void>()
            let owner = Journal()
            let heard = Latch()
            app.client.addUserStateListener(owner) { state, _ in
                guard state == .signedOutUserPoolsTokenInvalid, owner.lines.isEmpty else { return }
                owner.note("heard")
                defer { heard.open() }
                let call = { (done: @escaping @Sendable () -> Void) in
                    inner.perform(app, shared.federation) { _ in
                        innerAnswer.end(nil)
                        done()
                    }
                }
                // A call that needs a token waits as the outer one.
                if inner.needsToken { call {} } else { Self.blocking(call) }
            }
            let outer = app.tokens()
            // A listener that a later change overtakes is not notified of the former one.
            await heard.wait()
            app.client.signOut()
            _ = await outer.error()
            _ = await innerAnswer.error()
            #expect(outer.count == 1 && innerAnswer.count == 1, "\(inner)")
        }
    }

    @Test(arguments: AppCall.allCases)
    func `each call inside the presenter of the hosted pages`(inner: AppCall) async throws {
        let browser = TestBrowser()
        let world = try await MobileWorld()
        let app = try await world.phone(in: browser).started()
        let federation = AppCall.Federation(provider: "graph.facebook.com", token: "token")
        let innerAnswer = Answer<Void>()
        let (opened, count) = (Journal(), Answer<Void>())
        browser.onVisit { _ in
            guard opened.lines.isEmpty else { return .cancelled }
            opened.note("opened")
            await withCheckedContinuation { continuation in
                Self.queue.async {
                    Self.blocking { done in
                        inner.perform(app, federation) { _ in
                            innerAnswer.end(nil)
                            done()
                        }
                    }
                    continuation.resume()
                }
            }
            return .cancelled
        }
        app.client.showSignIn(hostedUIOptions: HostedUIOptions()) { count.end($1) }
        _ = await innerAnswer.error()
        _ = await count.error()
        #expect(innerAnswer.count == 1 && count.count == 1)
    }
}
