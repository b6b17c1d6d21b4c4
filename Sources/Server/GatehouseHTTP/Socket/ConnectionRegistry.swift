// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
import Metrics
import Synchronization

/// Counts the open connections, in total and for each address, and enforces their limits.
final class ConnectionRegistry: Sendable {
    private struct Books {
        var total = 0
        /// The connections by subscriber: an IPv4 address, or the first 64 bits of an IPv6 address.
        var bySubscriber: [NetworkAddress: Int] = [:]
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let proxies: TrustedProxies
    private let open: Gauge
    private let refused: Counter
    private let books = Mutex(Books())

    init(_ limits: SocketLimits, proxies: TrustedProxies, metrics: any MetricsFactory) {
        maximum = limits.maximumConnections
        maximumPerAddress = limits.maximumConnectionsPerAddress
        self.proxies = proxies
        open = Gauge(label: MetricName.connections.rawValue, factory: metrics)
        refused = Counter(label: MetricName.connectionsRefused.rawValue, factory: metrics)
    }

    /// Counts a new connection, or returns `false` if a limit is reached; the caller must release an admitted
    /// connection.
    func admits(_ address: String) -> Bool {
        let subscriber = proxies.contains(address) ? nil : NetworkAddress(address)?.subscriber
        let total = books.withLock { books -> Int? in
            guard books.total < maximum else { return nil }
            if let subscriber {
                let present = books.bySubscriber[subscriber, default: 0]
                guard present < maximumPerAddress else { return nil }
                books.bySubscriber[subscriber] = present + 1
            }
            books.total += 1
            return books.total
        }
        guard let total else {
            refused.increment()
            return false
        }
        open.record(total)
        return true
    }

    /// Counts a closed connection.
    func release(_ address: String) {
        let subscriber = proxies.contains(address) ? nil : NetworkAddress(address)?.subscriber
        let total = books.withLock { books -> Int in
            books.total -= 1
            if let subscriber, let present = books.bySubscriber[subscriber] {
                books.bySubscriber[subscriber] = present > 1 ? present - 1 : nil
            }
            return books.total
        }
        open.record(total)
    }
}
