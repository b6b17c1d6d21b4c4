// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
package import GatehouseStorage
package import Metrics

/// A database that times its transactions, including their waiting time.
package struct MeasuredDatabase<Base: SQLDatabase>: SQLDatabase {
    private let base: Base
    private let reads: Timer
    private let writes: Timer

    /// Creates a database that times the transactions of another one.
    package init(_ base: Base, _ metrics: any MetricsFactory) {
        self.base = base
        reads = Self.timer("read", metrics)
        writes = Self.timer("write", metrics)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await reads.measuring { () async throws in try await base.read(body) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await writes.measuring { () async throws in try await base.write(body) }
    }

    private static func timer(_ access: String, _ metrics: any MetricsFactory) -> Timer {
        Timer(label: MetricName.databaseDuration.rawValue, dimensions: [("access", access)], factory: metrics)
    }
}

extension Timer {
    /// Records the duration of `body`, also if it throws.
    func measuring<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        let start = ContinuousClock.now
        defer { recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1))) }
        return try await body()
    }
}
