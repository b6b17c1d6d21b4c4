// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Synchronization

/// The transport to the server, which can be cut, and which counts the requests.
final class TestNetwork: Transport {
    private struct State {
        var fault: TransportError.Kind?
        var answer: TransportResponse?
        var answers: [String: TransportResponse] = [:]
        var actions: [String: @Sendable () -> Void] = [:]
        var operations: [String] = []
        var inputs: [WireValue] = []
        var connectTimeouts: [Duration] = []
    }

    private let server: InProcessTransport?
    private let state = Mutex(State())

    /// A transport to a server, or to none.
    init(_ server: InProcessTransport?) {
        self.server = server
    }

    /// The operations that were called, in order, whether or not the call arrived.
    var operations: [String] { state.withLock(\.operations) }

    /// The inputs of the operations, in the same order.
    var inputs: [WireValue] { state.withLock(\.inputs) }

    /// The number of calls of an operation.
    func count(_ operation: String) -> Int { operations.count { $0 == operation } }

    func forget() {
        state.withLock {
            $0.operations = []
            $0.inputs = []
            $0.connectTimeouts = []
        }
    }

    /// Cuts the connection with this error, or restores it.
    func fail(_ fault: TransportError.Kind?) { state.withLock { $0.fault = fault } }

    /// Answers everything in that way in place of the server, or lets the server answer.
    func answer(_ response: TransportResponse?) { state.withLock { $0.answer = response } }

    /// Answers one operation in that way in place of the server, or lets the server answer.
    func answer(_ response: TransportResponse?, to operation: String) {
        state.withLock { $0.answers[operation] = response }
    }

    /// Runs a closure whenever an operation is called, before the request is sent.
    func onCall(of operation: String, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.actions[operation] = action }
    }

    /// The connection timeout of each call.
    var connectTimeouts: [Duration] { state.withLock(\.connectTimeouts) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let target = request.headers.first { $0.name.lowercased() == "x-amz-target" }?.value
        let operation = String(target?.split(separator: ".").last ?? "")
        let (fault, answer, action) = state.withLock { state in
            state.operations.append(operation)
            state.connectTimeouts.append(request.connectTimeout)
            state.inputs.append((try? WireValue(json: request.body)) ?? .null)
            return (state.fault, state.answers[operation] ?? state.answer, state.actions[operation])
        }
        action?()
        if let fault { throw TransportError(fault) }
        if let answer { return answer }
        guard let server else { throw TransportError(.unreachable) }
        return try await server.send(request)
    }
}

/// A transport that fails each request and records it.
final class ClosedWay: Transport {
    private let sent = Mutex<[TransportRequest]>([])

    var requests: [TransportRequest] { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0.append(request) }
        throw TransportError(.tls)
    }
}
