// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Changes of the user that send no event.
@Suite(.hangLimit) struct CallerWatchTests {
    /// Whether each answer is a change; the answers are users at seconds.
    private func changes(_ answers: [(user: String?, second: Int)]) -> [Bool] {
        var known = CallerWatch.Answers()
        return answers.map { known.note($0.user, at: .seconds($0.second)) }
    }

    @Test func `another user is a change, and so is the first one`() {
        let users = changes([("ada", 0), ("ada", 0), ("eve", 0), (nil, 0), ("ada", 0), ("ada", 0)])
        #expect(users == [false, false, true, false, true, false])
        #expect(changes([(nil, 0), ("ada", 0)]) == [false, true])
    }

    @Test func `a provider that fails now and then is a change once a minute`() {
        let early = changes([("ada", 0), (nil, 0), ("ada", 1), (nil, 2), ("ada", 3), ("ada", 60)])
        #expect(early == [false, false, true, false, false, false])
        let late = changes([
            ("ada", 0), (nil, 0), ("ada", 1), (nil, 2), ("ada", 61), ("ada", 200), (nil, 201), ("ada", 202),
        ])
        #expect(late == [false, false, true, false, true, false, false, true])
    }

    @Test func `a question with another user as its answer is a change of the session`() async throws {
        let user = OpenIDUser("ada")
        let session = CallerWatch(user.session, clock: ManualClock().clock).watched
        var changes = session.changes().makeAsyncIterator()
        #expect(await session.caller().openID == "https://id.example.org|ada")
        user.signIn("eve")
        #expect(await session.caller().openID == "https://id.example.org|eve")
        #expect(await changes.next() != nil)
    }

    @Test func `a session without an answer in time counts as the last user's, and is not asked for ever`() async {
        let (isSilent, end, asked) = (Latch(), Latch(), Relay<Void>())
        let ada = Caller(userPool: "ada", openID: nil)
        let manual = ManualClock().clock
        // The time of an answer is over at once where the provider is silent, and never before.
        let clock = ClientClock(
            now: manual.now, uptime: manual.uptime,
            sleep: { _ in
                if isSilent.isOpen { return }
                await end.wait()
                try Task.checkCancellation()
            })
        let session = CallerWatch(
            SignInState(
                caller: {
                    asked.send(())
                    // A provider that does not notice the end of its task.
                    if isSilent.isOpen { await Task { await end.wait() }.value }
                    return ada
                },
                token: { _ in nil }, changes: { AsyncStream { $0.finish() } }),
            clock: clock
        ).watched
        #expect(await session.caller() == ada)
        isSilent.open()
        for _ in 0..<20 { #expect(await session.caller() == ada) }
        end.open()
        asked.close()
        var count = 0
        while await asked.next() != nil { count += 1 }
        #expect(count <= 1 + CallerWatch.mostOverdue)
    }

    @Test func `a request accepts the tokens of its user alone`() async throws {
        let seen = Relay<[Bool]>()
        let api = ScriptedAPI { _ in
            let user = RequestUser.current
            seen.send(["ada", "eve"].map { user?.accepts(OpenIDUser.token($0), .openIDConnect) ?? true })
            return .value(SyncQueryResult.page([]))
        }
        let remote = RemoteModels(
            api: api, strategy: .default, session: OpenIDUser("ada").session, clock: ManualClock().clock,
            entropy: .seeded(1))
        _ = try await remote.page(
            PublicRecord.schema, where: nil, limit: 10, nextToken: nil, lastSync: nil, mode: nil)
        #expect(await seen.next() == [true, false])
    }

    @Test func `tokens are compared by their users`() {
        let ada = Caller(userPool: "ada", openID: "https://id.example.org|ada")
        #expect(ada.accepts(OpenIDUser.token("ada"), .openIDConnect))
        #expect(!ada.accepts(OpenIDUser.token("eve"), .openIDConnect))
        #expect(ada.accepts(OpenIDUser.token("ada"), .amazonCognitoUserPools))
        #expect(!ada.accepts(OpenIDUser.token("eve"), .amazonCognitoUserPools))
        #expect(!Caller.nobody.accepts(OpenIDUser.token("eve"), .openIDConnect))
        // The service judges a token without a user.
        #expect(ada.accepts("opaque", .amazonCognitoUserPools))
        #expect(ada.accepts("anything", .function))
    }
}
