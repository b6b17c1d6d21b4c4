// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseData
import GatehouseGateway
package import Metrics
import Synchronization

/// The metrics of subscriptions to data APIs, which are updated each time the metrics are read.
package final class DataGauges: Sendable {
    private let hub: DataEvents
    private let metrics: any MetricsFactory
    private let lag: Gauge
    /// What the counters have counted.
    private let counted = Mutex<[String: EventTally]>([:])

    /// Creates the metrics of a hub.
    package init(_ hub: DataEvents, _ metrics: any MetricsFactory) {
        self.hub = hub
        self.metrics = metrics
        lag = Gauge(label: MetricName.dataFeedLag.rawValue, factory: metrics)
    }

    /// Updates the metrics.
    package func record() {
        lag.record(hub.lag / .seconds(1))
        counted.withLock { counted in
            let tallies = hub.tallies
            // The hub forgets the APIs that are deleted.
            for api in counted.keys where tallies[api] == nil { subscribers(api).record(0) }
            for (api, tally) in tallies {
                subscribers(api).record(tally.subscribers)
                counter(.dataEvents, api).increment(by: tally.events - (counted[api]?.events ?? 0))
                counter(.dataReadersDropped, api).increment(by: tally.dropped - (counted[api]?.dropped ?? 0))
            }
            counted = tallies
        }
    }

    private func subscribers(_ api: String) -> Gauge {
        Gauge(label: MetricName.dataSubscribers.rawValue, dimensions: [("api", api)], factory: metrics)
    }

    private func counter(_ name: MetricName, _ api: String) -> Counter {
        Counter(label: name.rawValue, dimensions: [("api", api)], factory: metrics)
    }
}
