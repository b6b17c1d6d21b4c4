// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseDataSite

/// A connection of `graphql-ws` without a network: the client's side for a test.
final class TestSocket: SocketConnection {
    let subprotocol: String?
    private let toServer = Relay<SocketMessage>()
    private let toClient = Relay<String>()
    /// Open while the client reads.
    private let reading = Mutex<Latch?>(nil)
    /// Open when a message of the server waits for the client to read.
    let isHeldBack = Latch()
    /// The messages of the server that wait for the client to read.
    var heldBackCount: Int { reading.withLock { $0?.waitingCount ?? 0 } }
    /// Open when nothing holds the socket any more.
    let released = Latch()

    deinit { released.open() }

    init(_ subprotocol: String?) {
        self.subprotocol = subprotocol
    }

    func next() async -> SocketMessage? { await toServer.next() }

    func send(_ message: SocketMessage) async throws(StreamEnded) {
        if let latch = reading.withLock({ $0 }) {
            isHeldBack.open()
            await latch.wait()
        }
        guard case .text(let text) = message else { throw .clientGone }
        toClient.send(text)
    }

    /// Sends a message of the client.
    func say(_ text: String) { toServer.send(.text(text)) }

    /// Sends a message of the client as bytes.
    func say(bytes text: String) { toServer.send(.binary(Array(text.utf8))) }

    /// The next message of the server; `null` at the end.
    func hear() async throws -> WireValue {
        guard let text = await toClient.next() else { return .null }
        return try WireValue(json: Array(text.utf8))
    }

    /// Ends the client's side.
    func hangUp() { toServer.close() }

    /// Takes no more messages until ``readOn()``.
    func stopReading() { reading.withLock { $0 = Latch() } }

    /// Takes messages again.
    func readOn() { reading.withLock { $0.take() }?.open() }

    fileprivate func end() {
        toServer.close()
        toClient.close()
    }
}

/// An open connection with the task that serves it.
struct OpenSocket {
    let socket: TestSocket
    private let serving: Task<SocketClose, Never>

    fileprivate init(_ socket: TestSocket, _ serving: Task<SocketClose, Never>) {
        self.socket = socket
        self.serving = serving
    }

    /// The status with which the server closes the connection.
    var status: SocketClose {
        get async { await serving.value }
    }

    /// Begins the conversation.
    func initialize() async throws {
        socket.say(#"{"type":"connection_init"}"#)
        let acknowledgment = try await socket.hear()
        #expect(acknowledgment == ["type": "connection_ack", "payload": ["connectionTimeoutMs": 300_000]])
        #expect(try await socket.hear() == ["type": "ka"])
    }

    /// Sends a start.
    func start(_ id: String, _ document: String, _ headers: [(String, String)]) {
        let authorization = Dictionary(uniqueKeysWithValues: headers.map { (WireName($0.0), WireValue.string($0.1)) })
        start(id, data: DataBench.body(document), .object(authorization))
    }

    /// Sends a start with the text of its data.
    func start(_ id: String, data: String, _ authorization: WireValue) {
        let message: WireValue = [
            "type": "start", "id": .string(id),
            "payload": ["data": .string(data), "extensions": ["authorization": authorization]],
        ]
        socket.say(String(decoding: message.jsonBytes(), as: UTF8.self))
    }

    /// Subscribes, and waits for the acknowledgment.
    func subscribe(
        _ id: String, _ headers: [(String, String)],
        to document: String = "subscription { onCreateTodo { content owner } }"
    ) async throws {
        start(id, document, headers)
        #expect(try await socket.hear() == ["type": "start_ack", "id": .string(id)])
    }

    /// Loses the connection, as the server does when the client has gone while a message is handled.
    func lose() async {
        serving.cancel()
        _ = await status
    }

    /// Ends the connection from the client's side.
    func hangUp() async {
        socket.hangUp()
        _ = await status
    }
}

extension DataBench {
    /// The headers of a handshake, without those about authorization.
    static func handshake(_ offer: String = "graphql-ws") -> [(String, String)] {
        [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Protocol", offer),
        ]
    }

    /// The gateway's answer to a handshake.
    func upgrade(_ request: GatewayRequest) async throws -> Trip.Upgrade {
        guard case .upgrade(let trip) = gateway.next(after: request, behind: .none) else {
            throw StreamEnded.clientGone
        }
        return await gateway.upgrade(trip)
    }

    /// Opens a connection with headers in the upgrade.
    func open(
        _ headers: [(String, String)], path: String = "/graphql/realtime", query: String = "",
        offer: String = "graphql-ws"
    ) async throws -> OpenSocket {
        let request = Self.request("GET", path, query: query, Self.handshake(offer) + headers)
        guard case .serve(let response, let subprotocol, let shutdown, let serve) = try await upgrade(request) else {
            throw StreamEnded.clientGone
        }
        #expect(response.header("Sec-WebSocket-Protocol") == "graphql-ws" && subprotocol == "graphql-ws")
        #expect(shutdown.code == 1011)
        let socket = TestSocket(subprotocol)
        let serving = Task {
            let status = await serve(socket)
            socket.end()
            return status
        }
        return OpenSocket(socket, serving)
    }

    /// Opens a connection, and begins the conversation.
    func connect(_ headers: [(String, String)]) async throws -> OpenSocket {
        let connection = try await open(headers)
        try await connection.initialize()
        return connection
    }
}
