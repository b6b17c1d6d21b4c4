// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
import Synchronization

/// A transport that gives scripted answers, the last one repeatedly.
package final class ScriptedTransport: Transport {
    /// An answer, or the reason why there is none.
    package typealias Outcome = Result<TransportResponse, TransportError>

    private let script: Mutex<[Outcome]>
    private let sent = Mutex<[TransportRequest]>([])
    private let whenSent: @Sendable () -> Void

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - script: the answers, in order.
    ///   - whenSent: called for each request, before its answer.
    package init(_ script: [Outcome], whenSent: @escaping @Sendable () -> Void = {}) {
        self.script = Mutex(script)
        self.whenSent = whenSent
    }

    /// The requests so far.
    package var requests: [TransportRequest] { sent.withLock { $0 } }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0.append(request) }
        whenSent()
        let outcome = script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        return try (outcome ?? .failure(TransportError(.unreachable))).get()
    }
}

extension Result where Success == TransportResponse, Failure == TransportError {
    /// An answer with a status, a body and headers.
    package static func answer(
        _ status: Int,
        _ body: String,
        headers: [(name: String, value: String)] = []
    ) -> Self {
        .success(TransportResponse(status: status, headers: headers, body: Data(body.utf8)))
    }

    /// The absence of an answer.
    package static func trouble(_ kind: TransportError.Kind) -> Self {
        .failure(TransportError(kind))
    }
}
