// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

/// A service with scripted answers, operation by operation, for faults that a real service does not produce on demand.
final class ScriptedService: Transport {
    enum Reply: Sendable {
        case answer(WireValue)
        case fault(String, status: Int = 400)
        case raw(Int, String)
        case trouble(TransportError.Kind)
    }

    typealias Handler = @Sendable (WireValue) async -> Reply

    private let handlers: Mutex<[String: Handler]>
    private let log = Mutex<[(operation: String, input: WireValue)]>([])

    init(_ handlers: [String: Handler] = [:]) {
        self.handlers = Mutex(handlers)
    }

    /// The operations called, in order.
    var operations: [String] { log.withLock { $0.map(\.operation) } }

    /// The inputs of an operation, call by call.
    func inputs(of operation: String) -> [WireValue] {
        log.withLock { $0.filter { $0.operation == operation }.map(\.input) }
    }

    func count(of operation: String) -> Int {
        inputs(of: operation).count
    }

    func forget() {
        log.withLock { $0 = [] }
    }

    func on(_ operation: String, _ handler: @escaping Handler) {
        handlers.withLock { $0[operation] = handler }
    }

    func on(_ operation: String, _ reply: Reply) {
        on(operation) { _ in reply }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        let operation = String(target.split(separator: ".").last ?? "")
        guard let input = try? WireValue(json: request.body) else { throw TransportError(.badRequest) }
        log.withLock { $0.append((operation, input)) }
        guard let handler = handlers.withLock({ $0[operation] }) else { throw TransportError(.unreachable) }
        let reply = await handler(input)
        if Task.isCancelled { throw TransportError(.cancelled) }
        switch reply {
        case .answer(let value): return TransportResponse(status: 200, body: value.json())
        case .fault(let code, let status):
            let body: WireValue = ["__type": .string(code), "message": "refused"]
            return TransportResponse(status: status, body: body.json())
        case .raw(let status, let text): return TransportResponse(status: status, body: Data(text.utf8))
        case .trouble(let kind): throw TransportError(kind)
        }
    }
}

extension ScriptedService.Reply {
    /// The failures that do not concern the session.
    static let passing: [ScriptedService.Reply] =
        [
            .fault("TooManyRequestsException"), .fault("LimitExceededException"),
            .fault("InternalErrorException", status: 500), .fault("ResourceNotFoundException"),
            .fault("InvalidParameterException"), .fault("SomethingNew"), .fault("ForbiddenException"),
            .raw(429, "slow down"), .raw(500, "{}"), .raw(502, "<html>"), .raw(503, ""), .raw(200, ""),
            .raw(200, "{"), .raw(200, "{}"), .raw(200, "[]"), .raw(200, "<html>"), .raw(401, ""), .raw(403, "<html>"),
            .raw(404, #"{"message":"no"}"#), .raw(200, #"{"AuthenticationResult":{}}"#),
            .raw(200, #"{"AuthenticationResult":{"AccessToken":"x"}}"#), .raw(200, #"{"AuthenticationResult":7}"#),
        ] + TransportError.Kind.allCases.map { .trouble($0) }
}

/// A list of recorded elements, in order.
final class Recording<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var elements: [Element] { state.withLock { $0 } }

    func append(_ element: Element) { state.withLock { $0.append(element) } }

    func clear() { state.withLock { $0 = [] } }
}
