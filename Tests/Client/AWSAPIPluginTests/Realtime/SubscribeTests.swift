// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// Subscriptions as apps see them, with a service that follows a script.
@Suite(.hangLimit) struct SubscribeTests {
    typealias Events = AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<Todo>>

    @Test func `an app receives the state of the connection and the data`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        connection.sendData(id, "Tea")
        connection.send("not JSON")
        connection.send(#"{"type":"ka"}"#)
        connection.send(#"{"type":"data","id":"\#(id)","payload":{"data":null,"errors":[{"message":"no"}]}}"#)
        connection.sendData(id, "Milk")
        #expect(
            try await events.next(5) == [
                "connecting", "connected", "Tea",
                "GraphQL service returned a successful response containing errors: no", "Milk",
            ])
        connection.send(#"{"type":"complete","id":"\#(id)"}"#)
        #expect(try await events.next() == "disconnected")
        #expect(try await events.next() == nil)
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test func `a connection is authorized in its upgrade request, and each start for itself`() async throws {
        let app = try APIApp(tokens: [.success("one"), .success("two")], factory: TwoProviders())
        let sequence = app.plugin.subscribe(request: APIApp.titles(.amazonCognitoUserPools))
        let connection = try await app.sockets.acknowledgedConnection()
        let request = try #require(app.sockets.requests.first)
        #expect(request.url.absoluteString == "https://api.example.org:8443/apis/1/graphql/realtime")
        #expect(request.subprotocols == ["graphql-ws"])
        #expect(request.headers.map { "\($0.name): \($0.value)" } == ["Authorization: one"])
        let start = try await connection.next()
        #expect(
            start["payload"]?["extensions"]?["authorization"] == ["host": "api.example.org", "Authorization": "two"])
        #expect(start["payload"]?["data"] == #"{"query":"subscription { onCreateTodo { title } }"}"#)
        sequence.cancel()
    }

    @Test func `a key authorizes with the key and the date`() async throws {
        let app = try APIApp()
        let sequence = app.plugin.subscribe(request: APIApp.titles())
        let connection = try await app.sockets.acknowledgedConnection()
        let headers = try #require(app.sockets.requests.first?.headers)
        #expect(headers.map(\.name) == ["x-amz-date", "x-api-key"])
        #expect(headers.map(\.value) == ["20270115T080000Z", APIApp.key])
        #expect(try await connection.next()["payload"]?["extensions"]?["authorization"]?["host"] == "api.example.org")
        sequence.cancel()
    }

    @Test func `a signature authorizes with the headers that it covers`() async throws {
        let app = try APIApp()
        let sequence = app.plugin.subscribe(request: APIApp.titles(.awsIAM))
        let connection = try await app.sockets.acknowledgedConnection()
        let names = [
            "accept", "authorization", "content-encoding", "content-type", "x-amz-date", "x-amz-security-token",
        ]
        let headers = try #require(app.sockets.requests.first?.headers)
        #expect(headers.map(\.name) == names)
        let start = try await connection.next()["payload"]?["extensions"]?["authorization"]?.objectValue
        #expect(Set(start?.keys.map(\.text) ?? []) == Set(names + ["host"]))
        let signatures = [headers[1].value, start?["authorization"]?.stringValue ?? ""]
        #expect(signatures.allSatisfy { $0.contains("/eu-west-1/appsync/aws4_request") })
        #expect(signatures[0] != signatures[1])
        sequence.cancel()
    }

    @Test func `a signed-out user sends an empty token, and the service refuses it`() async throws {
        let app = try APIApp(.amazonCognitoUserPools, tokens: [.failure(.signedOut("nobody", ""))])
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.connection()
        #expect(app.sockets.requests.first?.headers.map(\.value) == [""])
        connection.send(
            #"{"type":"connection_error","payload":{"errors":[{"errorType":"UnauthorizedException","errorCode":401}]}}"#
        )
        let error = try await events.failure()
        #expect(error.isUnauthorized())
        guard case .error(let errors)? = error.underlyingError as? GraphQLResponseError<Todo> else {
            Issue.record("The cause is \(String(describing: error.underlyingError)).")
            return
        }
        #expect(errors.first?.message == "UnauthorizedException")
    }

    @Test func `subscriptions in one mode share a connection, and another mode has its own`() async throws {
        let app = try APIApp()
        let first = app.plugin.subscribe(request: APIApp.titles())
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        let second = app.plugin.subscribe(request: APIApp.titles())
        let other = try await connection.acceptedStart()
        #expect(id != other && id == id.uppercased() && UUID(uuidString: id) != nil)
        let signed = app.plugin.subscribe(request: APIApp.titles(.awsIAM))
        let signedConnection = try await app.sockets.acknowledgedConnection()
        #expect(app.sockets.requests.count == 2)
        first.cancel()
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
        second.cancel()
        #expect(try await connection.next() == ["type": "stop", "id": .string(other)])
        #expect(try await connection.closure() == SocketClosure(.normal))
        signed.cancel()
        #expect(try await signedConnection.closure() == SocketClosure(.normal))
    }

    @Test func `a reader whose task is cancelled ends its subscription`() async throws {
        let app = try APIApp()
        let connected = Latch()
        let reading = Task {
            for try await event in app.plugin.subscribe(request: APIApp.titles()) {
                if case .connection(.connected) = event { connected.open() }
            }
        }
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        await connected.wait()
        reading.cancel()
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test func `a sequence that nothing refers to ends its subscription`() async throws {
        let app = try APIApp()
        var sequence: Events? = app.plugin.subscribe(request: APIApp.titles())
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(sequence?.isCancelled == false)
        sequence = nil
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test(arguments: [SocketCloseCode.policy, .serverError])
    func `subscriptions continue under their ids after a loss`(code: SocketCloseCode) async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let first = try await app.sockets.acknowledgedConnection()
        let id = try await first.acceptedStart()
        #expect(try await events.next() == "connecting")
        #expect(try await events.next() == "connected")
        first.close(code)
        #expect(try await events.next() == "connecting")
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        app.clock.advance(by: .milliseconds(25))
        let second = try await app.sockets.acknowledgedConnection()
        #expect(try await second.acceptedStart() == id)
        #expect(try await events.next() == "connected")
        // What the old connection still sends does not count.
        first.sendData(id, "late")
        second.sendData(id, "Tea")
        #expect(try await events.next() == "Tea")
        second.fail(.connectionLost)
        #expect(try await events.next() == "connecting")
        await app.clock.waitForSleep(upTo: .milliseconds(50))
        app.clock.advance(by: .milliseconds(50))
        #expect(try await app.sockets.acknowledgedConnection().acceptedStart() == id)
    }

    @Test func `the app of a silent service gets an error after ten seconds`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.connection()
        #expect(try await connection.next() == ["type": "connection_init"])
        await app.clock.waitForSleep(of: .seconds(5))
        app.clock.advance(by: .seconds(5))
        #expect(try await connection.closure() == SocketClosure(.goingAway))
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        app.clock.advance(by: .seconds(5))
        guard case .networkError(let text, _, _) = try await events.failure() else {
            Issue.record("The subscription has another end.")
            return
        }
        #expect(text == "The service did not send connection_ack in time.")
    }

    @Test func `a connection without keep-alive messages is replaced`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let first = try await app.sockets.acknowledgedConnection(timeout: 60_000)
        let id = try await first.acceptedStart()
        #expect(try await events.next() == "connecting")
        #expect(try await events.next() == "connected")
        // The alarm of the first wait stays set until it is due.
        await app.clock.waitForSleep(of: .seconds(5))
        app.clock.advance(by: .seconds(60))
        #expect(try await events.next() == "connecting")
        #expect(try await first.closure() == SocketClosure(.goingAway))
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        app.clock.advance(by: .milliseconds(25))
        #expect(try await app.sockets.acknowledgedConnection().acceptedStart() == id)
    }

    @Test(arguments: [401, 403])
    func `a refusal at the handshake is an error of the caller`(status: Int) async throws {
        let app = try APIApp(openings: [.failure(.refused(status: status))])
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        #expect(try await events.failure().isUnauthorized())
        #expect(app.sockets.requests.count == 1)
    }

    @Test func `an app without a library for WebSockets learns which trait it needs`() async throws {
        let app = try APIApp(openings: [.failure(.noSockets)])
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        guard case .invalidConfiguration(_, let cure, _) = try await events.failure() else {
            Issue.record("The subscription has another end.")
            return
        }
        #expect(cure.contains("AsyncHTTPClient"))
    }

    @Test func `a mode that lacks its values fails without a connection`() async throws {
        let app = try APIApp()
        for mode in [AWSAuthorizationType.none, .openIDConnect] {
            var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles(mode)))
            guard case .invalidConfiguration = try await events.failure() else {
                Issue.record("The mode \(mode) is accepted.")
                continue
            }
        }
        app.session.refuseCredentials(.signedOut("nobody", ""))
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles(.awsIAM)))
        #expect(try await events.failure().underlyingError as? AuthError == .signedOut("", ""))
        #expect(app.sockets.requests.isEmpty)
        var unconfigured = SeenEvents(AWSAPIPlugin().subscribe(request: APIApp.titles()))
        guard case .invalidConfiguration = try await unconfigured.failure() else {
            Issue.record("A plugin without configuration subscribes.")
            return
        }
    }

    @Test func `data that is not an answer ends the subscription`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        connection.send(#"{"type":"data","id":"\#(id)","payload":{"message":"Forbidden"}}"#)
        guard case .unknown = try await events.failure() else {
            Issue.record("The subscription has another end.")
            return
        }
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
    }

    @Test func `an app that does not read its events loses the subscription, not its memory`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        for number in 1...SubscriptionReader.longestQueue { connection.sendData(id, "\(number)") }
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
        let error = try await events.failure()
        #expect(error.errorDescription.contains("1000 events"))
    }

    @Test func `a reset ends the subscriptions`() async throws {
        let app = try APIApp()
        var events = SeenEvents(app.plugin.subscribe(request: APIApp.titles()))
        let connection = try await app.sockets.acknowledgedConnection()
        _ = try await connection.acceptedStart()
        #expect(try await events.next() == "connecting")
        #expect(try await events.next() == "connected")
        await app.plugin.reset()
        #expect(try await events.next() == "disconnected")
        #expect(try await events.next() == nil)
        #expect(try await connection.closure() == SocketClosure(.normal))
    }
}
