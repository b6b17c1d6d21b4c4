// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Synchronization

/// A transport that fails each request and records it.
final class ClosedWay: Transport {
    private let sent = Mutex<[TransportRequest]>([])

    var requests: [TransportRequest] { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0.append(request) }
        throw TransportError(.tls)
    }
}
