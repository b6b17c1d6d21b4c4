// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseSQLite
import Metrics

/// The gauges of the database, which are updated each time the metrics are read.
struct DatabaseGauges: Sendable {
    private let path: String
    private let database: SQLiteDatabase
    private let size: Gauge
    private let waitingWrites: Gauge

    init(path: String, database: SQLiteDatabase, _ metrics: any MetricsFactory) {
        self.path = path
        self.database = database
        size = Gauge(label: MetricName.databaseSize.rawValue, factory: metrics)
        waitingWrites = Gauge(label: MetricName.databaseWaitingWrites.rawValue, factory: metrics)
    }

    /// Updates the gauges.
    func record() {
        size.record(["", "-wal"].reduce(0) { $0 + Self.bytes(ofFile: path + $1) })
        waitingWrites.record(database.waitingWrites)
    }

    private static func bytes(ofFile path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
