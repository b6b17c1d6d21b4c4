// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Metrics

/// The metric series of requests that were refused because they would have waited too long, one for each queue.
struct OverloadSeries: Sendable {
    private let counters: [Overload: Counter]

    init(_ metrics: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Overload.allCases.map { overload in
                let label = MetricName.overload.rawValue
                return (overload, Counter(label: label, dimensions: [("queue", overload.rawValue)], factory: metrics))
            })
    }

    func record(_ overload: Overload) {
        counters[overload]?.increment()
    }
}
