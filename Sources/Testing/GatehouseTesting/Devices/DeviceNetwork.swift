// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Synchronization

/// The network of a device: the way to a server in the same process, which can be cut and has troubles.
final class DeviceNetwork: Transport, SocketTransport, NetworkMonitor {
    private struct State {
        var gatehouse: TestGatehouse
        var isOnline = true
        var troubles: NetworkTroubles?
        var witness: NetworkWitness?
        var lastID = 0
        var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
    }

    private let state: Mutex<State>
    private let sockets: InProcessSockets

    /// Creates a network that leads to a server.
    init(_ gatehouse: TestGatehouse) {
        state = Mutex(State(gatehouse: gatehouse))
        sockets = InProcessSockets(gatehouse)
    }

    private var gatehouse: TestGatehouse { state.withLock(\.gatehouse) }

    /// Whether the device has a network.
    var isOnline: Bool { state.withLock(\.isOnline) }

    /// The number of WebSockets that the server serves.
    var socketCount: Int { sockets.openCount }

    /// Takes the network away, or gives it back.
    func setOnline(_ isOnline: Bool) {
        let watchers = state.withLock { state -> [AsyncStream<Bool>.Continuation] in
            defer { state.isOnline = isOnline }
            return state.isOnline == isOnline ? [] : Array(state.watchers.values)
        }
        if !isOnline { sockets.cut() }
        for watcher in watchers { watcher.yield(isOnline) }
    }

    /// Breaks the WebSockets; new ones can be opened.
    func cutSockets() { sockets.cut() }

    /// Leads to another server, such as the same one after a restart.
    func lead(to gatehouse: TestGatehouse) {
        state.withLock { $0.gatehouse = gatehouse }
        sockets.shutDown()
        sockets.lead(to: gatehouse)
    }

    /// Decides what happens to later requests; nil if nothing does.
    func setTroubles(_ troubles: NetworkTroubles?) {
        state.withLock { $0.troubles = troubles }
    }

    /// Lets a witness see later requests.
    func setWitness(_ witness: NetworkWitness?) {
        state.withLock { $0.witness = witness }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let (isOnline, troubles) = state.withLock { ($0.isOnline, $0.troubles) }
        guard isOnline else { throw TransportError(.unreachable) }
        guard let trouble = troubles?(request) else { return try await exchange(request) }
        switch trouble {
        case .late(let turns):
            for _ in 0..<turns { await Task.yield() }
            return try await exchange(request)
        case .requestLost:
            throw TransportError(.connectionLost)
        case .noAnswer:
            await Self.untilCancelled()
            throw TransportError(.cancelled)
        case .answerLost:
            _ = try await exchange(request)
            throw TransportError(.connectionLost)
        case .answerCut:
            var response = try await exchange(request)
            response.body = Data(response.body.prefix(response.body.count / 2))
            return response
        case .doubled:
            let response = try await exchange(request)
            _ = try await gatehouse.transport.send(request)
            return response
        case .answered(let response):
            return response
        }
    }

    private func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let see = state.withLock(\.witness)?(request)
        let response = try await gatehouse.transport.send(request)
        see?(response)
        // The answer of a request that was under way when the network went is lost.
        guard isOnline else { throw TransportError(.connectionLost) }
        return response
    }

    private static func untilCancelled() async {
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        continuation.finish()
    }

    func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        guard isOnline else { throw SocketError(.unreachable) }
        let connection = try await sockets.open(request)
        if !isOnline { sockets.cut() }
        return connection
    }

    func states(towards url: URL) -> AsyncStream<Bool> {
        let (states, continuation) = AsyncStream.makeStream(of: Bool.self)
        let id = state.withLock { state in
            state.lastID += 1
            state.watchers[state.lastID] = continuation
            continuation.yield(state.isOnline)
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[id] = nil }
        }
        return states
    }
}
