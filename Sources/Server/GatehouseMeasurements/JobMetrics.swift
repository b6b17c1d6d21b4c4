// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
package import Metrics

/// The counters and timers of background jobs.
package struct JobMetrics: Sendable {
    /// The background jobs.
    package enum Job: String {
        case purge
        case cleanup
        case userCounts = "user_counts"
        case importing = "import"
    }

    private let factory: any MetricsFactory

    /// Creates the metrics.
    package init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Runs, counts and times one round of a job.
    package func measured<Value, Failure: Error>(
        _ job: Job, _ round: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let rounds = WorkMetrics(.jobs, timedBy: .jobDuration, for: [("job", job.rawValue)], factory: factory)
        return try await rounds.measured(round) { outcome in
            switch outcome {
            case .success: "done"
            case .failure: "failed"
            }
        }
    }
}

/// Counts pieces of work by their results, and times them if they have a timer.
struct WorkMetrics: Sendable {
    private let counter: MetricName
    private let timer: Timer?
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory

    /// Creates the metrics of work with these dimensions; the counter has the dimension `result`, too.
    init(
        _ counter: MetricName, timedBy duration: MetricName? = nil, for dimensions: [(String, String)] = [],
        factory: any MetricsFactory
    ) {
        self.counter = counter
        self.dimensions = dimensions
        self.factory = factory
        timer = duration.map { Timer(label: $0.rawValue, dimensions: dimensions, factory: factory) }
    }

    /// Does some work, times it, and counts it under the name that its outcome has.
    func measured<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value, result: (Result<Value, Failure>) -> String
    ) async throws(Failure) -> Value {
        let outcome: Result<Value, Failure>
        do throws(Failure) {
            outcome = .success(try await timed(work))
        } catch {
            outcome = .failure(error)
        }
        factory.count(counter, dimensions + [("result", result(outcome))])
        return try outcome.get()
    }

    private func timed<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let timer else { return try await work() }
        return try await timer.measuring(work)
    }
}

extension MetricsFactory {
    /// Counts one occurrence.
    func count(_ name: MetricName, _ dimensions: [(String, String)]) {
        Counter(label: name.rawValue, dimensions: dimensions, factory: self).increment()
    }
}
