// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization
import Testing

/// WebSockets whose server is the test.
final class ScriptedSockets: SocketTransport {
    /// What happens when the client opens a connection.
    enum Opening: Sendable {
        case connection
        case failure(SocketError.Problem)
    }

    private let script: Mutex<[Opening]>
    private let opened = Mutex<[SocketRequest]>([])
    private let connections: AsyncStream<ScriptedConnection>
    private let queue: AsyncStream<ScriptedConnection>.Continuation

    /// After the script, all openings make connections.
    init(_ script: [Opening]) {
        self.script = Mutex(script)
        (connections, queue) = AsyncStream.makeStream()
    }

    /// The requests for connections so far.
    var requests: [SocketRequest] { opened.withLock { $0 } }

    func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        opened.withLock { $0.append(request) }
        switch script.withLock({ $0.isEmpty ? .connection : $0.removeFirst() }) {
        case .failure(let problem): throw SocketError(problem)
        case .connection:
            let connection = ScriptedConnection()
            queue.yield(connection)
            return connection
        }
    }

    /// Waits for the next connection of the client.
    func connection() async throws -> ScriptedConnection {
        var iterator = connections.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    /// Waits for the next connection, and begins the conversation as the service does.
    func acknowledgedConnection(timeout: Int = 300_000) async throws -> ScriptedConnection {
        let connection = try await connection()
        #expect(try await connection.next() == ["type": "connection_init"])
        connection.send(#"{"type":"connection_ack","payload":{"connectionTimeoutMs":\#(timeout)}}"#)
        return connection
    }
}

/// One WebSocket, seen by the server.
final class ScriptedConnection: SocketConnection {
    let subprotocol: String? = "graphql-ws"

    private let events: AsyncStream<Result<SocketEvent, SocketError>>
    private let eventQueue: AsyncStream<Result<SocketEvent, SocketError>>.Continuation
    private let messages: AsyncStream<SocketMessage>
    private let messageQueue: AsyncStream<SocketMessage>.Continuation
    private let closures: AsyncStream<SocketClosure>
    private let closureQueue: AsyncStream<SocketClosure>.Continuation

    fileprivate init() {
        (events, eventQueue) = AsyncStream.makeStream()
        (messages, messageQueue) = AsyncStream.makeStream()
        (closures, closureQueue) = AsyncStream.makeStream()
    }

    // MARK: - The client's side

    func receive() async throws(SocketError) -> SocketEvent {
        var iterator = events.makeAsyncIterator()
        guard let event = await iterator.next() else { throw SocketError(Task.isCancelled ? .cancelled : .closed) }
        return try event.get()
    }

    func send(_ message: SocketMessage) async throws(SocketError) {
        messageQueue.yield(message)
    }

    func close(_ closure: SocketClosure) async {
        closureQueue.yield(closure)
        eventQueue.yield(.success(.closed(closure)))
        messageQueue.finish()
    }

    // MARK: - The server's side

    /// Waits for the next message of the client.
    func next() async throws -> WireValue {
        var iterator = messages.makeAsyncIterator()
        guard case .text(let text) = try #require(await iterator.next()) else { return .null }
        return try WireValue(json: Data(text.utf8))
    }

    /// Waits for the start of a subscription, and returns its id.
    func start() async throws -> String {
        let message = try await next()
        #expect(message["type"] == "start")
        return try #require(message["id"]?.stringValue)
    }

    /// Waits for the start of a subscription, accepts it, and returns its id.
    func acceptedStart() async throws -> String {
        let id = try await start()
        send(#"{"type":"start_ack","id":"\#(id)"}"#)
        return id
    }

    /// Waits for the client to close the connection.
    func closure() async throws -> SocketClosure {
        var iterator = closures.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    func send(_ text: String) { eventQueue.yield(.success(.message(.text(text)))) }

    func sendData(_ id: String, _ title: String) {
        send(#"{"type":"data","id":"\#(id)","payload":{"data":{"onCreateTodo":{"title":"\#(title)"}}}}"#)
    }

    /// Closes the connection with a code.
    func close(_ code: SocketCloseCode) { eventQueue.yield(.success(.closed(SocketClosure(code)))) }

    /// Breaks the connection.
    func fail(_ problem: SocketError.Problem) { eventQueue.yield(.failure(SocketError(problem))) }
}
