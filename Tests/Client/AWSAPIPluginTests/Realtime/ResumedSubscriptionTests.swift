// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

@testable import AWSAPIPlugin

/// Subscriptions that outlive their tokens and a lost network, as an app sees them.
@Suite(.hangLimit) struct ResumedSubscriptionTests {
    private static let refusal =
        #""payload":{"errors":[{"errorType":"UnauthorizedException","message":"Token has expired.","errorCode":401}]}"#

    private func authorization(_ start: WireValue) -> WireValue? {
        start["payload"]?["extensions"]?["authorization"]?["Authorization"]
    }

    @Test func `a subscription whose token has ended continues under its id with the next token`() async throws {
        let tokens = ["one", "one", "two"]
        let app = try APIApp(.amazonCognitoUserPools, tokens: tokens.map { .success($0) })
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        connection.send(#"{"type":"error","id":"\#(id)",\#(Self.refusal)}"#)
        let start = try await connection.next()
        #expect(start["type"] == "start" && start["id"] == .string(id) && authorization(start) == "two")
        connection.send(#"{"type":"start_ack","id":"\#(id)"}"#)
        connection.sendData(id, "Tea")
        #expect(try await events.next(3) == ["connecting", "connected", "Tea"])
        #expect(app.sockets.requests.count == 1)
    }

    @Test(arguments: [AWSAuthorizationType.amazonCognitoUserPools, .apiKey, .awsIAM])
    func `a refusal is the end where the session shows the same credentials again`(
        mode: AWSAuthorizationType
    ) async throws {
        let app = try APIApp(mode)
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        // A signature of another moment differs, but not the key that makes it.
        app.clock.advance(by: .seconds(1))
        connection.send(#"{"type":"error","id":"\#(id)",\#(Self.refusal)}"#)
        #expect(try await events.next(2) == ["connecting", "disconnected"])
        let error = try await events.failure()
        #expect(error.isUnauthorized() && !error.debugDescription.contains(APIApp.key))
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test func `a user who has signed out since the start gets the refusal of the service`() async throws {
        let app = try APIApp(
            .amazonCognitoUserPools,
            tokens: [.success("one"), .success("one"), .failure(.signedOut("nobody", ""))])
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        connection.send(#"{"type":"error","id":"\#(id)",\#(Self.refusal)}"#)
        #expect(authorization(try await connection.next()) == "")
        connection.send(#"{"type":"error","id":"\#(id)",\#(Self.refusal)}"#)
        #expect(try await events.next(2) == ["connecting", "disconnected"])
        #expect(try await events.failure().isUnauthorized())
    }

    @Test func `an answer to another call ends the pause before the next connection`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let first = try await app.sockets.acknowledgedConnection()
        let id = try await first.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        first.fail(.connectionLost)
        #expect(try await events.next() == "connecting")
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        _ = try await app.plugin.query(request: APIApp.title())
        // The clock stands still.
        let second = try await app.sockets.acknowledgedConnection()
        #expect(try await second.acceptedStart() == id)
        #expect(try await events.next() == "connected")
    }

    @Test func `a way to the server that returns ends the pause before the next connection`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let first = try await app.sockets.acknowledgedConnection()
        let id = try await first.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        #expect(app.monitor.hosts == ["api.example.org"])
        first.fail(.connectionLost)
        #expect(try await events.next() == "connecting")
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        app.monitor.change(to: false)
        app.monitor.change(to: true)
        // The clock stands still.
        let second = try await app.sockets.acknowledgedConnection()
        #expect(try await second.acceptedStart() == id)
        #expect(try await events.next() == "connected")
    }

    @Test func `a call without an answer says nothing about the network`() async throws {
        let app = try APIApp(answers: [.trouble(.unreachable)])
        let woken = Latch()
        app.plugin.networkReturn.wait(ObjectIdentifier(woken)) { woken.open() }
        _ = try? await app.plugin.query(request: APIApp.title())
        #expect(!woken.isOpen)
    }

    @Test func `an id that is in use is not drawn for a second subscription`() async throws {
        let script = Script([1, 1, 2].map { Array(repeating: UInt8($0), count: 16) })
        let sockets = ScriptedSockets([])
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: ScriptedTransport([]), sockets: sockets,
            clock: StepClock().clock, entropy: Entropy { Array(script.next().prefix($0)) }, hub: { _ in })
        try plugin.configure(using: APIApp.configuration(.apiKey))
        var first = SeenEvents(plugin.subscribe(request: APIApp.titles()))
        let connection = try await sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        var second = SeenEvents(plugin.subscribe(request: APIApp.titles()))
        let other = try await connection.acceptedStart()
        #expect(id != other)
        connection.sendData(other, "of the second")
        connection.sendData(id, "of the first")
        #expect(try await first.next(3).last == "of the first")
        #expect(try await second.next(3).last == "of the second")
    }
}

/// The reports of subscriptions to Hub.
@Suite(.ownsAmplify) struct SubscriptionReportTests {
    private static let document = "subscription Reported { onCreateTodo { title } }"

    /// Runs a subscription, and returns what Hub has of it.
    private func reports(
        _ app: APIApp, of body: (ScriptedConnection, String, inout SeenEvents) async throws -> Void
    ) async throws -> [String] {
        let payloads = Relay<String>()
        let token = Amplify.Hub.listen(to: .api) { payload in
            guard payload.eventName == HubPayload.EventName.API.subscribe,
                let context = payload.context as? AmplifyOperationContext<GraphQLOperationRequest<Todo>>,
                context.request.document == Self.document, context.request.operationType == .subscription
            else { return }
            switch payload.data {
            case let event as GraphQLSubscriptionEvent<Todo>:
                if case .connection(let state) = event { payloads.send("\(state)") } else { payloads.send("data") }
            case let result as Result<Void, APIError>:
                switch result {
                case .success: payloads.send("end")
                case .failure(let error): payloads.send(error.errorDescription)
                }
                payloads.close()
            default: payloads.send("another payload")
            }
        }
        defer { Amplify.Hub.removeListener(token) }
        let request = GraphQLRequest(
            document: Self.document, responseType: Todo.self, decodePath: "onCreateTodo")
        var events = SeenEvents(app.plugin.subscribe(request: request))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(try await events.next(2) == ["connecting", "connected"])
        try await body(connection, id, &events)
        var reports: [String] = []
        while let report = await payloads.next() { reports.append(report) }
        return reports
    }

    @Test func `Hub has the states of a subscription that is resumed and cancelled, and no data`() async throws {
        let app = try APIApp(reportsToHub: true)
        let seen = try await reports(app) { first, id, events in
            first.fail(.connectionLost)
            #expect(try await events.next() == "connecting")
            await app.clock.waitForSleep(upTo: .milliseconds(25))
            app.clock.advance(by: .milliseconds(25))
            let second = try await app.sockets.acknowledgedConnection()
            #expect(try await second.acceptedStart() == id)
            second.sendData(id, "Tea")
            #expect(try await events.next(2) == ["connected", "Tea"])
            events.cancel()
        }
        #expect(seen == ["connecting", "connected", "connecting", "connected", "disconnected", "end"])
    }

    @Test func `Hub has the end that the service sets, once`() async throws {
        let seen = try await reports(try APIApp(reportsToHub: true)) { connection, id, _ in
            connection.send(#"{"type":"complete","id":"\#(id)"}"#)
        }
        #expect(seen == ["connecting", "connected", "disconnected", "end"])
    }

    @Test func `Hub has the error that ends a subscription`() async throws {
        let seen = try await reports(try APIApp(reportsToHub: true)) { connection, id, _ in
            connection.send(#"{"type":"data","id":"\#(id)","payload":{"message":"Forbidden"}}"#)
        }
        #expect(seen.prefix(3) == ["connecting", "connected", "disconnected"])
        #expect(seen.last?.hasPrefix("The service returned some data without") == true && seen.count == 4)
    }
}
