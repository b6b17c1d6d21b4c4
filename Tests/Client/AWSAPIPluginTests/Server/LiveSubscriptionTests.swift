// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Subscriptions with the real server, which restarts, and whose checks take place when the test says so.
@Suite(.ownsAmplify) struct LiveSubscriptionTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: private }, { allow: public }]) { title: String! }
        type Memo @model @auth(rules: [{ allow: groups, groups: ["editors"] }, { allow: public }]) { title: String! }
        """
    /// The time between two checks of the callers of subscriptions.
    private static let check = Duration.seconds(3)

    private let pauses = Pauses()
    private let clock = StepClock()

    /// Runs a test with a server, and with an app whose user has signed in.
    private func withApp(
        inGroup group: String? = nil, _ body: (TestGatehouse, InProcessSockets) async throws -> Void
    ) async throws {
        let gatehouse = try await TestGatehouse(pause: { [pauses] in try await pauses.pause($0) })
        try await gatehouse.serve(schema: Self.schema)
        try await gatehouse.makeUser("ada")
        if let group { try await gatehouse.addToGroup("ada", group, inPool: gatehouse.pool.id) }
        let sockets = InProcessSockets(gatehouse)
        let steps = clock.clock
        try Amplify.add(plugin: gatehouse.plugin())
        try Amplify.add(
            plugin: AWSAPIPlugin(
                session: AWSAuthService(), transport: gatehouse.transport, sockets: sockets,
                clock: ClientClock(now: { gatehouse.clock.now }, uptime: steps.uptime, sleep: steps.sleep)))
        let configuration = try await gatehouse.configuration()
        try Amplify.configure(
            AmplifyOutputsData(
                auth: configuration.auth,
                data: AmplifyOutputsData.DataCategory(
                    awsRegion: "us-east-1", url: "http://localhost:9229/graphql", apiKey: TestGatehouse.dataKey,
                    defaultAuthorizationType: .amazonCognitoUserPools, authorizationTypes: [.apiKey, .awsIAM]),
                custom: configuration.custom))
        _ = try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)
        try await body(gatehouse, sockets)
        await Amplify.reset()
        while sockets.openCount > 0 { await Task.yield() }
    }

    private func events(_ model: String, _ mode: AWSAuthorizationType? = nil) -> SeenEvents {
        SeenEvents(
            Amplify.API.subscribe(
                request: GraphQLRequest(
                    document: "subscription { onCreate\(model) { title } }", responseType: Todo.self,
                    decodePath: "onCreate\(model)", authMode: mode)))
    }

    /// Creates a record as another client, and expects its event.
    private func expectEvent(
        _ title: String, _ model: String, _ events: inout SeenEvents, from gatehouse: TestGatehouse
    ) async throws {
        let answer = try await gatehouse.data(
            "mutation { create\(model)(input: { title: \"\(title)\" }) { title } }")
        #expect(answer.status == 200 && !answer.text.contains("errors"), "\(answer.text)")
        #expect(try await events.next() == title)
    }

    @Test func `a subscription continues after a restart of the server, with the new server's events`() async throws {
        try await withApp { gatehouse, sockets in
            var events = events("Todo")
            #expect(try await events.next(2) == ["connecting", "connected"])
            try await expectEvent("before", "Todo", &events, from: gatehouse)
            sockets.shutDown()
            #expect(try await events.next() == "connecting")
            // The first attempt finds no server.
            await clock.waitForSleep(upTo: .milliseconds(25))
            clock.advance(by: .milliseconds(25))
            await clock.waitForSleep(upTo: .milliseconds(50))
            let restarted = try gatehouse.restarted()
            sockets.lead(to: restarted)
            clock.advance(by: .milliseconds(50))
            #expect(try await events.next() == "connected")
            try await expectEvent("after", "Todo", &events, from: restarted)
        }
    }

    @Test func `a subscription outlives its token, and the app sees a pause`() async throws {
        try await withApp { gatehouse, sockets in
            var events = events("Todo")
            #expect(try await events.next(2) == ["connecting", "connected"])
            // Tokens are valid for an hour, and subscriptions for a minute more.
            for round in 1...2 {
                // A subscription that ends within ten seconds would start again after a pause.
                clock.advance(by: .seconds(10))
                gatehouse.clock.advance(by: 3_660)
                await pauses.end(Self.check)
                #expect(try await events.next(2) == ["connecting", "connected"])
                try await expectEvent("round \(round)", "Todo", &events, from: gatehouse)
            }
            #expect(sockets.openCount == 1)
        }
    }

    @Test func `a subscription by a key does not end with the hour of tokens`() async throws {
        try await withApp { gatehouse, _ in
            var events = events("Todo", .apiKey)
            #expect(try await events.next(2) == ["connecting", "connected"])
            gatehouse.clock.advance(by: 3_660)
            await pauses.end(Self.check)
            try await expectEvent("by key", "Todo", &events, from: gatehouse)
        }
    }

    @Test func `a revoked session ends the subscription with an error of the caller`() async throws {
        try await withApp { gatehouse, _ in
            var events = events("Todo")
            #expect(try await events.next(2) == ["connecting", "connected"])
            try await gatehouse.endSessions(of: "ada", inPool: gatehouse.pool.id)
            await pauses.end(Self.check)
            #expect(try await events.next(2) == ["connecting", "disconnected"])
            #expect(try await events.failure().isUnauthorized())
        }
    }

    @Test func `a group that its user has left ends the subscription with an error of the caller`() async throws {
        try await withApp(inGroup: "editors") { gatehouse, _ in
            var (memos, todos) = (events("Memo"), events("Todo"))
            #expect(try await memos.next(2) == ["connecting", "connected"])
            #expect(try await todos.next(2) == ["connecting", "connected"])
            try await expectEvent("for editors", "Memo", &memos, from: gatehouse)
            try await gatehouse.removeFromGroup("ada", "editors", inPool: gatehouse.pool.id)
            await pauses.end(Self.check)
            #expect(try await memos.next(2) == ["connecting", "disconnected"])
            #expect(try await memos.failure().isUnauthorized())
        }
    }

    @Test func `a user who has signed out is refused at once`() async throws {
        try await withApp { _, _ in
            _ = await Amplify.Auth.signOut()
            var events = events("Todo")
            let states = try await events.next(2)
            #expect(states == ["connecting", "disconnected"])
            #expect(try await events.failure().isUnauthorized())
        }
    }
}
