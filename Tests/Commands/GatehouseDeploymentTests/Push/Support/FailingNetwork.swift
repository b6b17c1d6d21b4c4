// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTesting
import Synchronization

/// The way from a machine to a server, which counts requests, and which a test can interrupt or lead elsewhere.
final class FailingNetwork: Transport {
    private struct State {
        var server: InProcessTransport
        var sent = 0
        /// The number of requests after which none arrives any more.
        var limit: Int?
        var pages: [String: String] = [:]
        var bodies: [String] = []
        var operations: [String] = []
        /// The operation whose answers are lost.
        var lost: String?
    }

    private let state: Mutex<State>

    init(_ gatehouse: TestGatehouse) {
        state = Mutex(State(server: gatehouse.transport))
    }

    /// The number of requests since the last `restart(limit:)`.
    var sent: Int { state.withLock { $0.sent } }

    /// The bodies of all requests, as text.
    var bodies: [String] { state.withLock { $0.bodies } }

    /// The names of the operations since the last `restart(limit:)` in their order; a page has its path.
    var operations: [String] { state.withLock { $0.operations } }

    /// Counts anew; after the limit, the server is gone.
    func restart(limit: Int? = nil) {
        state.withLock { state in
            state.sent = 0
            state.operations = []
            state.limit = limit
        }
    }

    /// Loses the answers of an operation, after the server has done it; of none for `nil`.
    func loseAnswers(of operation: String?) {
        state.withLock { $0.lost = operation }
    }

    /// Lets another server answer at the address.
    func lead(to gatehouse: TestGatehouse) {
        state.withLock { $0.server = gatehouse.transport }
    }

    /// Lets a page have this JSON.
    func serve(_ json: String, at path: String) {
        state.withLock { $0.pages[path] = json }
    }

    private static func operation(_ request: TransportRequest) -> String {
        if let target = request.headers.first(where: { $0.name.lowercased() == "x-amz-target" })?.value {
            return target.split(separator: ".").last.map { String($0) } ?? ""
        }
        let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
        let action = fields.first { $0.hasPrefix("Action=") }
        return action.map { String($0.dropFirst("Action=".count)) } ?? request.url.path
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let (server, isGone, page) = state.withLock { state in
            state.sent += 1
            state.operations.append(Self.operation(request))
            state.bodies.append(String(decoding: request.body, as: UTF8.self))
            let page = request.method == .get ? state.pages[request.url.path] : nil
            return (state.server, state.limit.map { state.sent > $0 } ?? false, page)
        }
        if isGone { throw TransportError(.unreachable) }
        if let page { return TransportResponse(status: 200, body: Data(page.utf8)) }
        let response = try await server.send(request)
        let target = request.headers.first { $0.name.lowercased() == "x-amz-target" }?.value ?? ""
        let isLost = state.withLock { state in state.lost.map { target.hasSuffix(".\($0)") } ?? false }
        if isLost { throw TransportError(.connectionLost) }
        return response
    }
}
