// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import Synchronization

/// A client's WebSockets that lead to a server in the same process, which a test can shut down and replace.
package final class InProcessSockets: SocketTransport {
    private struct State {
        /// The server; nil while there is none.
        var gatehouse: TestGatehouse?
        var open: [Int: Pipes] = [:]
        var lastNumber = 0
    }

    /// Both directions of a connection.
    private struct Pipes {
        let toClient = SocketInbox(messages: .max, bytes: .max)
        let toServer = SocketInbox(messages: .max, bytes: .max)
        /// What the server sends when it shuts down.
        let shutdown: SocketClosure
    }

    private let state: Mutex<State>

    /// Creates sockets that lead to a server.
    package init(_ gatehouse: TestGatehouse) {
        state = Mutex(State(gatehouse: gatehouse))
    }

    /// The number of connections that the server serves.
    package var openCount: Int { state.withLock(\.open.count) }

    /// Ends all connections as a server that shuts down; from now on, no server can be reached.
    package func shutDown() {
        let open = state.withLock { state in
            state.gatehouse = nil
            return state.open.values
        }
        for pipes in open {
            pipes.toClient.finish(.success(pipes.shutdown))
            pipes.toServer.finish(.failure(SocketError(.connectionLost)))
        }
    }

    /// Breaks all connections, as a network that goes away; messages that the client has not read are lost.
    package func cut() {
        for pipes in state.withLock({ Array($0.open.values) }) {
            pipes.toClient.discard()
            pipes.toClient.finish(.failure(SocketError(.connectionLost)))
            pipes.toServer.finish(.failure(SocketError(.connectionLost)))
        }
    }

    /// Lets new connections lead to a server.
    package func lead(to gatehouse: TestGatehouse) {
        state.withLock { $0.gatehouse = gatehouse }
    }

    package func open(_ request: SocketRequest) async throws(SocketError) -> any GatehouseClient.SocketConnection {
        guard let gateway = state.withLock({ $0.gatehouse?.installation.gateway }) else {
            throw SocketError(.unreachable)
        }
        switch gateway.next(after: try Self.head(request), behind: .none) {
        case .upgrade(let trip): return try serve(await gateway.upgrade(trip))
        case .respond(let response): throw SocketError(.refused(status: response.status))
        case .gather, .run: throw SocketError(.refused(status: 404))
        }
    }

    private static func head(_ request: SocketRequest) throws(SocketError) -> GatewayRequest {
        let address = try SocketAddressParts(request.url)
        let target = address.target.split(separator: "?", maxSplits: 1)
        return GatewayRequest(
            method: "GET", path: String(target[0]), query: target.count > 1 ? String(target[1]) : "",
            headers: [
                ("Host", address.authority), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ("Sec-WebSocket-Protocol", request.subprotocols.joined(separator: ", ")),
            ] + request.headers, body: Data())
    }

    private func serve(_ upgrade: Trip.Upgrade) throws(SocketError) -> ClientEnd {
        switch upgrade {
        case .respond(let response): throw SocketError(.refused(status: response.status))
        case .serve(_, let subprotocol, let shutdown, let serve):
            let pipes = Pipes(shutdown: SocketClosure(shutdown))
            let number = state.withLock { state in
                state.lastNumber += 1
                state.open[state.lastNumber] = pipes
                return state.lastNumber
            }
            // Ends when either side closes: the server's side reads the end of the client's.
            let serving = Task {
                let status = await serve(ServerEnd(pipes: pipes, subprotocol: subprotocol))
                pipes.toClient.finish(.success(SocketClosure(status)))
                pipes.toServer.finish(.success(SocketClosure(status)))
                state.withLock { $0.open[number] = nil }
            }
            return ClientEnd(pipes: pipes, subprotocol: subprotocol, serving: serving)
        }
    }

    private struct ServerEnd: GatehouseSites.SocketConnection {
        let pipes: Pipes
        let subprotocol: String?

        func next() async -> GatehouseSites.SocketMessage? {
            switch try? await pipes.toServer.receive() {
            case .message(.text(let text)): .text(text)
            case .message(.binary(let data)): .binary(Array(data))
            case .closed, nil: nil
            }
        }

        func send(_ message: GatehouseSites.SocketMessage) async throws(StreamEnded) {
            guard pipes.toClient.end == nil else { throw .clientGone }
            switch message {
            case .text(let text): pipes.toClient.offer(.text(text))
            case .binary(let bytes): pipes.toClient.offer(.binary(Data(bytes)))
            }
        }
    }

    private final class ClientEnd: GatehouseClient.SocketConnection {
        let subprotocol: String?
        private let pipes: Pipes
        private let serving: Task<Void, Never>

        init(pipes: Pipes, subprotocol: String?, serving: Task<Void, Never>) {
            self.pipes = pipes
            self.subprotocol = subprotocol
            self.serving = serving
        }

        deinit { pipes.toServer.finish(.failure(SocketError(.connectionLost))) }

        func receive() async throws(SocketError) -> SocketEvent { try await pipes.toClient.receive() }

        func send(_ message: GatehouseClient.SocketMessage) async throws(SocketError) {
            guard pipes.toServer.end == nil else { throw SocketError(.closed) }
            pipes.toServer.offer(message)
        }

        func close(_ closure: SocketClosure) async {
            pipes.toServer.finish(.success(closure))
            pipes.toClient.discard()
            await serving.value
        }
    }
}

extension SocketClosure {
    /// The closure that a server has chosen.
    fileprivate init(_ close: SocketClose) {
        self.init(SocketCloseCode(rawValue: close.code), reason: close.reason)
    }
}
