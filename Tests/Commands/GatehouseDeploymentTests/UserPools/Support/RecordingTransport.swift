// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTesting
import Synchronization

/// The way to a server, which records the operations, can lose one answer, and has answers of a test for some of them.
final class RecordingTransport: Transport {
    private struct State {
        var sent = 0
        var lost: Int?
        var answers: [String: TransportResponse] = [:]
        var operations: [String] = []
    }

    private let server: InProcessTransport
    private let state = Mutex(State())

    init(_ server: InProcessTransport) {
        self.server = server
    }

    /// The names of the operations that were called, in their order.
    var operations: [String] { state.withLock { $0.operations } }

    /// Begins to count requests anew; the answer to the one with the number is lost, of none without a number.
    func lose(_ number: Int?) {
        state.withLock { state in
            state.sent = 0
            state.lost = number
            state.operations = []
        }
    }

    /// Lets an operation have an answer that the server does not give.
    func answer(_ operation: String, status: Int, _ json: String) {
        let response = TransportResponse(
            status: status, headers: [("x-amzn-RequestId", "test")], body: Data(json.utf8))
        state.withLock { $0.answers[operation] = response }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let target = request.headers.first { $0.name.lowercased() == "x-amz-target" }?.value ?? ""
        let operation = target.split(separator: ".").last.map(String.init) ?? ""
        let (isLost, answer) = state.withLock { state in
            state.sent += 1
            state.operations.append(operation)
            return (state.sent == state.lost, state.answers[operation])
        }
        if let answer { return answer }
        let response = try await server.send(request)
        if isLost { throw TransportError(.connectionLost) }
        return response
    }
}
