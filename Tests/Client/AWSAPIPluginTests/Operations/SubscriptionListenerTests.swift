// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// Subscriptions whose events go to listeners.
///
/// The events travel through Hub, which is one for the process.
@Suite(.ownsAmplify, .hangLimit) struct SubscriptionListenerTests {
    private typealias Operation = GraphQLSubscriptionOperation<Todo>

    private struct Listeners {
        let events: AsyncStream<String>
        let ends: AsyncStream<Operation.OperationResult>
        let operation: Operation

        init(_ app: APIApp, _ request: GraphQLRequest<Todo> = APIApp.titles()) {
            let (events, eventQueue) = AsyncStream.makeStream(of: String.self)
            let (ends, endQueue) = AsyncStream.makeStream(of: Operation.OperationResult.self)
            self.events = events
            self.ends = ends
            operation = app.plugin.subscribe(
                request: request, valueListener: { eventQueue.yield(SubscriptionListenerTests.text($0)) },
                completionListener: { endQueue.yield($0) })
        }

        func next(_ count: Int) async -> [String] {
            var seen: [String] = []
            for await event in events.prefix(count) { seen.append(event) }
            return seen
        }

        func end() async throws -> Operation.OperationResult { try #require(await ends.first { _ in true }) }
    }

    private static func text(_ event: GraphQLSubscriptionEvent<Todo>) -> String {
        switch event {
        case .connection(let state): "\(state)"
        case .data(.success(let todo)): todo.title
        case .data(.failure): "failure"
        }
    }

    @Test func `the listener of a subscription receives the states of the connection and the data`() async throws {
        let app = try APIApp()
        let listeners = Listeners(app)
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        for title in ["Tea", "Milk"] { connection.sendData(id, title) }
        #expect(await listeners.next(4) == ["connecting", "connected", "Tea", "Milk"])
        #expect(listeners.operation.isExecuting && listeners.operation.eventName == "API.subscribe")
        listeners.operation.cancel()
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test func `cancelling ends a subscription with success, and stops it on the service`() async throws {
        let app = try APIApp()
        let listeners = Listeners(app)
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        #expect(await listeners.next(2) == ["connecting", "connected"])
        listeners.operation.cancel()
        listeners.operation.cancel()
        #expect(listeners.operation.isCancelled)
        #expect(await listeners.next(1) == ["disconnected"])
        try await listeners.end().get()
        #expect(try await connection.next() == ["type": "stop", "id": .string(id)])
        #expect(try await connection.closure() == SocketClosure(.normal))
    }

    @Test func `a subscription that the service ends is a success`() async throws {
        let app = try APIApp()
        let listeners = Listeners(app)
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.acceptedStart()
        connection.send(#"{"type":"complete","id":"\#(id)"}"#)
        #expect(await listeners.next(3) == ["connecting", "connected", "disconnected"])
        try await listeners.end().get()
    }

    @Test func `a subscription that the service refuses is a failure`() async throws {
        let app = try APIApp()
        let listeners = Listeners(app)
        let connection = try await app.sockets.acknowledgedConnection()
        let id = try await connection.start()
        connection.send(
            #"{"type":"error","id":"\#(id)","payload":{"errors":[{"errorType":"Unauthorized","message":"no"}]}}"#)
        let end = try await listeners.end()
        let error = try #require(throws: APIError.self) { try end.get() }
        #expect(error.isUnauthorized())
    }

    @Test func `a subscription that cannot begin is a failure`() async throws {
        let app = try APIApp()
        let request = GraphQLRequest(apiName: "other", document: "subscription { a }", responseType: Todo.self)
        let end = try await Listeners(app, request).end()
        let error = try #require(throws: APIError.self) { try end.get() }
        #expect(error.errorDescription == "Unable to get an endpoint configuration for other")
        #expect(app.sockets.requests.isEmpty)
    }
}
