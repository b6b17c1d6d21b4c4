// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Synchronization

/// A transport that gives scripted answers, the last one repeatedly.
final class ScriptedTransport: Transport {
    typealias Outcome = Result<TransportResponse, TransportError>

    private let script: Mutex<[Outcome]>
    private let sent = Mutex<[TransportRequest]>([])
    private let whenSent: @Sendable () -> Void

    init(_ script: [Outcome], whenSent: @escaping @Sendable () -> Void = {}) {
        self.script = Mutex(script)
        self.whenSent = whenSent
    }

    var requests: [TransportRequest] { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0.append(request) }
        whenSent()
        let outcome = script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        return try (outcome ?? .failure(TransportError(.unreachable))).get()
    }
}

extension Result where Success == TransportResponse, Failure == TransportError {
    static func answer(
        _ status: Int,
        _ body: String,
        headers: [(name: String, value: String)] = []
    ) -> Self {
        .success(TransportResponse(status: status, headers: headers, body: Data(body.utf8)))
    }

    static func trouble(_ kind: TransportError.Kind) -> Self {
        .failure(TransportError(kind))
    }
}
