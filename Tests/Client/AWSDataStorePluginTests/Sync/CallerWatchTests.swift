// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseCrypto
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Changes of the user that send no event.
@Suite(.hangLimit) struct CallerWatchTests {
    @Test func `another user is a change, and so is the first one`() {
        var answers = CallerWatch.Answers()
        #expect(!answers.note("ada", at: .zero))
        #expect(!answers.note("ada", at: .zero))
        #expect(answers.note("eve", at: .zero))
        #expect(!answers.note(nil, at: .zero))
        #expect(answers.note("ada", at: .zero))
        #expect(!answers.note("ada", at: .zero))
        var guest = CallerWatch.Answers()
        #expect(!guest.note(nil, at: .zero))
        #expect(guest.note("ada", at: .zero))
    }

    @Test func `a provider that fails now and then is a change once a minute`() {
        var answers = CallerWatch.Answers()
        let steps: [(user: String?, second: Int, isChange: Bool)] = [
            ("ada", 0, false), (nil, 0, false), ("ada", 1, true), (nil, 2, false), ("ada", 3, false),
            ("ada", 60, false), ("ada", 61, true), ("ada", 200, false), (nil, 201, false), ("ada", 202, true),
        ]
        for step in steps {
            #expect(answers.note(step.user, at: .seconds(step.second)) == step.isChange, "\(step)")
        }
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

    @Test func `a request accepts the tokens of its user alone`() async throws {
        let seen = Relay<[Bool]>()
        let api = ScriptedAPI { _ in
            seen.send(["ada", "eve"].map { RequestUser.accepts?(OpenIDUser.token($0), .openIDConnect) ?? true })
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
