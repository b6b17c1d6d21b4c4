// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
package import GatehouseStorage
package import Metrics
import Synchronization

/// A database that times its transactions, including their waiting time, and counts how often their bodies run again.
///
/// Its type does not depend on the other database's: each transaction would look it up.
package struct MeasuredDatabase: SQLDatabase {
    private let base: any SQLDatabase
    private let metrics: any MetricsFactory
    private let reads: Timer
    private let writes: Timer

    /// Creates a database that times the transactions of another one.
    package init(_ base: some SQLDatabase, _ metrics: any MetricsFactory) {
        self.base = base
        self.metrics = metrics
        reads = Self.timer("read", metrics)
        writes = Self.timer("write", metrics)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        let (runs, start) = (Runs(), ContinuousClock.now)
        defer {
            reads.record(since: start)
            count(runs)
        }
        return try await base.read { reader in
            runs.begin()
            return try body(reader)
        }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let (runs, start) = (Runs(), ContinuousClock.now)
        defer {
            writes.record(since: start)
            count(runs)
        }
        return try await base.write { connection in
            runs.begin()
            return try body(connection)
        }
    }

    /// Counts the runs of a body after its first, for the operation of the current task.
    private func count(_ runs: Runs) {
        let again = runs.number - 1
        guard again > 0 else { return }
        Counter(
            label: MetricName.databaseRunsAgain.rawValue,
            dimensions: [("operation", AdmittedRequest.current?.operation ?? "none")], factory: metrics
        ).increment(by: again)
    }

    private static func timer(_ access: String, _ metrics: any MetricsFactory) -> Timer {
        Timer(label: MetricName.databaseDuration.rawValue, dimensions: [("access", access)], factory: metrics)
    }
}

/// The number of runs of a transaction's body.
private final class Runs: Sendable {
    private let runs = Atomic(0)

    var number: Int { runs.load(ordering: .relaxed) }

    func begin() {
        runs.add(1, ordering: .relaxed)
    }
}

extension Timer {
    /// Records the duration of `body`, also if it throws.
    func measuring<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        let start = ContinuousClock.now
        defer { record(since: start) }
        return try await body()
    }

    /// Records the duration from `start` to the present.
    func record(since start: ContinuousClock.Instant) {
        recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
    }
}
