// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTesting
import GeneratedModels
import Synchronization
import Testing

@testable import AWSDataStorePlugin

/// Requests whose tokens the service refuses, although their user has the rights.
@Suite struct RefusedTokenTests {
    /// A session, and a service that accepts one token.
    private final class Stage: Sendable {
        struct State {
            var present = "old"
            /// The tokens that the session has after the next requests, the first one first.
            var next: [String] = []
            /// The token of a renewal; nil while none is possible.
            var renewed: String?
            var accepted = "new"
            var refusal = Way.status401
            var subscriptionRefusal = Way.unauthorizedException.subscriptionError
            var renewals = 0
            /// The time that each request is on its way, in seconds.
            var travel: TimeInterval = 0
        }

        let api: ScriptedAPI
        private let remote: RemoteModels
        private let state: Holder

        private final class Holder: Sendable {
            let state: Mutex<State>
            let clock = TestClock()

            init(_ state: State) { self.state = Mutex(state) }

            func answer() -> ScriptedAPI.Answer {
                let token = state.withLock(\.present)
                guard let user = RequestUser.current, user.accepts(token, .amazonCognitoUserPools) else {
                    return Way.garbled.answer
                }
                travel()
                return state.withLock { state in
                    guard token == state.accepted else { return state.refusal.answer }
                    return .value(MutationSync<AnyModel>.remote(PublicRecord(id: "1"), 1))
                }
            }

            func opening() -> ScriptedAPI.Opening {
                let token = state.withLock(\.present)
                travel()
                return state.withLock { state in
                    token == state.accepted ? .acceptAndEnd : .refuse(state.subscriptionRefusal)
                }
            }

            /// Lets a request be on its way, and lets the session have its next token then.
            private func travel() {
                clock.advance(by: state.withLock(\.travel))
                state.withLock { state in
                    if !state.next.isEmpty { state.present = state.next.removeFirst() }
                }
            }

            func renew() -> String? {
                state.withLock { state in
                    state.renewals += 1
                    if let token = state.renewed { state.present = token }
                    return state.renewed
                }
            }
        }

        init(_ state: State) {
            let holder = Holder(state)
            self.state = holder
            api = ScriptedAPI(
                opening: { _ in holder.opening() },
                answer: { _ in holder.answer() })
            remote = RemoteModels(
                api: api, strategy: .multiAuth,
                session: SignInState(
                    caller: { SignInCase.userPool.caller }, token: { _ in holder.state.withLock(\.present) },
                    renewedToken: { _ in holder.renew() }, changes: { AsyncStream { $0.finish() } }),
                clock: .following(holder.clock), entropy: .seeded(1))
        }

        /// Lets an hour pass, after which the service accepts another token only, and a renewal gives it.
        func expire(next: String) {
            state.clock.advance(by: 3_600)
            state.state.withLock { state in
                state.accepted = next
                state.renewed = next
            }
        }

        var renewals: Int { state.state.withLock(\.renewals) }

        /// Subscribes.
        /// - Returns: the failure; nil if the service has accepted the subscription.
        func subscribe() async -> FailureKind? {
            let row = ModeRow("owner", [AuthRule(allow: .owner)], signedIn: .all("pool"))
            do throws(RemoteFailure) {
                try await remote.events(row.schema, .onCreate) { _, _ in }
                return nil
            } catch {
                return FailureKind(error)
            }
        }

        /// Sends a change.
        /// - Returns: its failure; nil if the service has accepted it.
        func mutate() async -> FailureKind? {
            let row = ModeRow("owner", [AuthRule(allow: .owner)], signedIn: .all("pool"))
            let event = MutationEvent(modelId: "1", modelName: "PublicRecord", json: "{}", mutationType: .create)
            do throws(RemoteFailure) {
                _ = try await remote.mutate(
                    OutboxEntry(event: event), record: PublicRecord(id: "1"), schema: row.schema, version: nil)
                return nil
            } catch {
                return FailureKind(error)
            }
        }
    }

    @Test func `a change whose token expires on the way is sent again with the token of the session`() async {
        let stage = Stage(Stage.State(next: ["new"]))
        #expect(await stage.mutate() == nil)
        #expect(stage.api.requests.count == 2)
        #expect(stage.renewals == 0)
    }

    @Test func `a change whose second token expires on the way, too, is sent once more`() async {
        let stage = Stage(Stage.State(next: ["newer", "new"], travel: 4_000))
        #expect(await stage.mutate() == nil)
        #expect(stage.api.requests.count == 3)
        #expect(stage.renewals == 0)
    }

    @Test func `a subscription whose second token expires on the way, too, is started once more`() async {
        let stage = Stage(Stage.State(next: ["newer", "new"], travel: 4_000))
        #expect(await stage.subscribe() == nil)
        #expect(stage.api.requests.count == 3)
        #expect(stage.renewals == 0)
    }

    @Test func `a service that refuses each new token of the session refuses the caller`() async {
        let stage = Stage(Stage.State(next: ["1", "2", "3", "4"], accepted: "none"))
        #expect(await stage.mutate() == .unauthorized)
        #expect(stage.api.requests.count == 2)
        #expect(stage.renewals == 0)
    }

    @Test func `a renewed token that had the time to expire is renewed again`() async {
        let stage = Stage(Stage.State(renewed: "new"))
        #expect(await stage.mutate() == nil)
        stage.expire(next: "newer")
        #expect(await stage.mutate() == nil)
        #expect(stage.api.requests.count == 4)
        #expect(stage.renewals == 2)
    }

    @Test func `a refused token that the session takes for valid is renewed`() async {
        let stage = Stage(Stage.State(renewed: "new"))
        #expect(await stage.mutate() == nil)
        #expect(stage.api.requests.count == 2)
        #expect(stage.renewals == 1)
    }

    @Test func `the refusal of a renewed token is one of the caller, and no further one is fetched`() async {
        let stage = Stage(Stage.State(renewed: "new", accepted: "none"))
        #expect(await stage.mutate() == .unauthorized)
        #expect(stage.api.requests.count == 2)
        #expect(await stage.mutate() == .unauthorized)
        #expect(stage.api.requests.count == 3)
        #expect(stage.renewals == 1)
    }

    @Test func `the refused token of a subscription is renewed once`() async {
        let stage = Stage(Stage.State(renewed: "new"))
        #expect(await stage.subscribe() == nil)
        #expect(stage.api.requests.count == 2)
        let refused = Stage(Stage.State(renewed: "new", accepted: "none"))
        #expect(await refused.subscribe() == .unauthorized)
        #expect(refused.api.requests.count == 2)
        #expect(refused.renewals == 1)
        let offline = Stage(Stage.State(renewed: nil))
        #expect(await offline.subscribe() == .unavailable)
    }

    @Test func `a token that is refused with the WebSocket is renewed once`() async {
        func refusal(_ status: Int) -> APIError {
            .failure(.refusedSubscription, SocketError(.refused(status: status)))
        }
        let stage = Stage(Stage.State(renewed: "new", subscriptionRefusal: refusal(401)))
        #expect(await stage.subscribe() == nil)
        #expect(stage.renewals == 1)
        let forbidden = Stage(Stage.State(renewed: "new", subscriptionRefusal: refusal(403)))
        #expect(await forbidden.subscribe() == .unauthorized)
        #expect(forbidden.renewals == 0)
    }

    @Test func `a change waits while a refused token cannot be renewed`() async {
        let stage = Stage(Stage.State(renewed: nil))
        #expect(await stage.mutate() == .unavailable)
        #expect(stage.api.requests.count == 1)
    }

    @Test(arguments: [Way.unauthorized, .status403])
    func `the decision of a rule renews no token`(refusal: Way) async {
        let stage = Stage(Stage.State(renewed: "new", refusal: refusal))
        #expect(await stage.mutate() == .unauthorized)
        #expect(stage.api.requests.count == 1)
        #expect(stage.renewals == 0)
    }
}
