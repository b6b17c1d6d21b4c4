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
        let timer = Timer(
            label: MetricName.jobDuration.rawValue, dimensions: [("job", job.rawValue)], factory: factory)
        do throws(Failure) {
            let value = try await timer.measuring(round)
            count(job, "done")
            return value
        } catch {
            count(job, "failed")
            throw error
        }
    }

    private func count(_ job: Job, _ result: String) {
        Counter(
            label: MetricName.jobs.rawValue, dimensions: [("job", job.rawValue), ("result", result)], factory: factory
        ).increment()
    }
}
