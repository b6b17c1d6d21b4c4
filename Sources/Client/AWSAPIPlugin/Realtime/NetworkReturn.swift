// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Synchronization

/// Wakes those who wait for the network to work again.
///
/// The answers of calls are reported here, and what `ReachabilityWatch` notices.
final class NetworkReturn: Sendable {
    private let waiting = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Reports that the network works, and wakes all who wait, each once.
    func report() {
        let woken = waiting.withLock { waiting in
            defer { if !waiting.isEmpty { waiting = [:] } }
            return waiting.values
        }
        for wake in woken { wake() }
    }

    /// Registers an object that waits; `wake` is called at the next report.
    func wait(_ waiter: ObjectIdentifier, _ wake: @escaping @Sendable () -> Void) {
        waiting.withLock { $0[waiter] = wake }
    }

    /// Ends the wait of an object, if it waits.
    func leave(_ waiter: ObjectIdentifier) {
        waiting.withLock { _ = $0.removeValue(forKey: waiter) }
    }
}

/// Sends as another transport does, and reports each answer as a sign of a working network.
struct WatchedTransport: Transport {
    let base: any Transport
    let network: NetworkReturn

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = try await base.send(request)
        network.report()
        return response
    }
}
