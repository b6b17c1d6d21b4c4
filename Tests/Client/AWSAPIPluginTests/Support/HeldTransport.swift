// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import Synchronization

/// A transport whose answers wait until the test releases them.
final class HeldTransport: Transport {
    private let body: Data
    private let sent = Mutex(0)
    private let arrival = Latch()
    private let gate = Latch()

    /// Makes a transport that answers each request with a body, after the release.
    init(_ body: String) {
        self.body = Data(body.utf8)
    }

    /// The number of requests so far.
    var count: Int { sent.withLock { $0 } }

    /// Waits for the first request.
    func waitForRequest() async { await arrival.wait() }

    /// Answers all requests, those that wait and those that come later.
    func release() { gate.open() }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        sent.withLock { $0 += 1 }
        arrival.open()
        await gate.wait()
        if Task.isCancelled { throw TransportError(.cancelled) }
        return TransportResponse(status: 200, headers: [], body: body)
    }
}
