// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Metrics
import Synchronization

/// Knows how many connections are open, in all and from each address, and refuses one too many.
final class ConnectionRegistry: Sendable {
    private struct Books {
        var total = 0
        var byAddress: [String: Int] = [:]
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
        open = Gauge(label: "gatehouse_connections", factory: metrics)
        refused = Counter(label: "gatehouse_connections_refused_total", factory: metrics)
    }

    /// Notes a connection, unless it is one too many; what was admitted must be released.
    func admits(_ address: String) -> Bool {
        let mayHaveMany = proxies.contains(address)
        let total = books.withLock { books -> Int? in
            let present = books.byAddress[address, default: 0]
            guard books.total < maximum, mayHaveMany || present < maximumPerAddress else { return nil }
            books.total += 1
            books.byAddress[address] = present + 1
            return books.total
        }
        guard let total else {
            refused.increment()
            return false
        }
        open.record(total)
        return true
    }

    /// Notes that a connection is gone.
    func release(_ address: String) {
        let total = books.withLock { books -> Int in
            books.total -= 1
            let present = books.byAddress[address, default: 1] - 1
            books.byAddress[address] = present > 0 ? present : nil
            return books.total
        }
        open.record(total)
    }
}
