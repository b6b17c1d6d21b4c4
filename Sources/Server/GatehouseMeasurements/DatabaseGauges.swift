// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
package import GatehouseStorage
package import Metrics

/// The gauges of the database, which are updated each time the metrics are read.
package struct DatabaseGauges: Sendable {
    private let database: any ServerDatabase
    private let size: Gauge
    private let waitingWrites: Gauge

    /// Creates the gauges of a database.
    package init(_ database: any ServerDatabase, _ metrics: any MetricsFactory) {
        self.database = database
        size = Gauge(label: MetricName.databaseSize.rawValue, factory: metrics)
        waitingWrites = Gauge(label: MetricName.databaseWaitingWrites.rawValue, factory: metrics)
    }

    /// Updates the gauges.
    package func record() {
        if let bytes = database.storedBytes { size.record(bytes) }
        waitingWrites.record(database.waitingWrites)
    }
}
