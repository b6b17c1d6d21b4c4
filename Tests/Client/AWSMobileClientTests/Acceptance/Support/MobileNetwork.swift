// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization

/// The transport to the server, which can be cut, which counts the requests, and which can hold them.
///
/// A request to a token endpoint counts as the operation `token`.
final class MobileNetwork: Transport {
    private struct State {
        var server: InProcessTransport
        var fault: TransportError.Kind?
        var faults: [String: TransportError.Kind] = [:]
        var answers: [String: TransportResponse] = [:]
        var barriers: [String: Barrier] = [:]
        var actions: [String: @Sendable () -> Void] = [:]
        var operations: [String] = []
        var requests: [TransportRequest] = []
        var isOver = false
    }

    private let provider: (any Transport)?
    private let state: Mutex<State>

    /// A transport to a server, and for other hosts than the server's to a provider.
    init(_ server: InProcessTransport, provider: (any Transport)? = nil) {
        state = Mutex(State(server: server))
        self.provider = provider
    }

    /// The operations that were called, in order, whether or not the call arrived.
    var operations: [String] { state.withLock(\.operations) }

    /// The requests of the operations, in the same order.
    var requests: [TransportRequest] { state.withLock(\.requests) }

    /// The inputs of the calls of an operation.
    func inputs(_ operation: String) -> [WireValue] {
        state.withLock { state in
            zip(state.operations, state.requests).filter { $0.0 == operation }
                .map { (try? WireValue(json: $0.1.body)) ?? .null }
        }
    }

    /// The number of calls of an operation.
    func count(_ operation: String) -> Int { operations.count { $0 == operation } }

    func forget() {
        state.withLock { ($0.operations, $0.requests) = ([], []) }
    }

    /// Cuts the connection with this error, or restores it.
    func fail(_ fault: TransportError.Kind?) { state.withLock { $0.fault = fault } }

    /// Cuts the connection during one operation, or no longer.
    func fail(_ fault: TransportError.Kind?, during operation: String) {
        state.withLock { $0.faults[operation] = fault }
    }

    /// Answers one operation in that way in place of the server, or lets the server answer.
    func answer(_ response: TransportResponse?, to operation: String) {
        state.withLock { $0.answers[operation] = response }
    }

    /// Holds the requests of an operation until the barrier opens.
    func hold(_ operation: String) -> Barrier {
        let barrier = Barrier()
        state.withLock { $0.barriers[operation] = barrier }
        return barrier
    }

    /// Holds no requests any more; the held ones continue.
    func release() {
        let barriers = state.withLock { state in
            defer { state.barriers = [:] }
            return Array(state.barriers.values)
        }
        for barrier in barriers { barrier.open() }
    }

    /// Runs a closure whenever an operation is called, before the request is sent.
    func onCall(of operation: String, _ action: (@Sendable () -> Void)?) {
        state.withLock { $0.actions[operation] = action }
    }

    /// Sends later requests to another server, such as the same one after a restart.
    func connect(to server: InProcessTransport) { state.withLock { $0.server = server } }

    /// Lets no request pass any more, because the process of the app has ended.
    func end() { state.withLock { $0.isOver = true } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let operation = Self.operation(request)
        let (fault, answer, barrier, action) = state.withLock { state in
            state.operations.append(operation)
            state.requests.append(request)
            let fault = state.isOver ? .unreachable : state.fault ?? state.faults[operation]
            return (fault, state.answers[operation], state.barriers[operation], state.actions[operation])
        }
        action?()
        if let fault { throw TransportError(fault) }
        await barrier?.pass()
        if Task.isCancelled { throw TransportError(.cancelled) }
        let (server, isOver, cut) = state.withLock { ($0.server, $0.isOver, $0.fault) }
        if isOver { throw TransportError(.unreachable) }
        if let cut { throw TransportError(cut) }
        if let answer { return answer }
        if let provider, request.url.host() != "localhost" { return try await provider.send(request) }
        return try await server.send(request)
    }

    private static func operation(_ request: TransportRequest) -> String {
        let target = request.headers.first { $0.name.lowercased() == "x-amz-target" }?.value
        return target?.split(separator: ".").last.map(String.init) ?? request.url.lastPathComponent
    }
}

/// A barrier that suspends tasks until it is opened, or until they are cancelled.
final class Barrier: Sendable {
    private let way = Latch()
    private let arrival = Latch()

    func pass() async {
        arrival.open()
        await way.wait()
    }

    func open() { way.open() }

    /// Waits until a task has reached the barrier.
    func reached() async { await arrival.wait() }
}

extension TransportResponse {
    /// A service's refusal by that exception.
    static func refusal(_ exception: String) -> TransportResponse {
        TransportResponse(status: 400, body: Data(#"{"__type":"\#(exception)","message":"refused"}"#.utf8))
    }
}
