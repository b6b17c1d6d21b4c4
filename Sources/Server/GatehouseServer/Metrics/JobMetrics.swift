// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Metrics

/// The counters and timers of background jobs.
struct JobMetrics: Sendable {
    /// The background jobs.
    enum Job: String {
        case purge
        case cleanup
        case userCounts = "user_counts"
        case importing = "import"
    }

    let factory: any MetricsFactory

    /// Runs, counts and times one round of a job.
    func measured<Value, Failure: Error>(
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

/// A wrapper that counts and times the steps of import jobs.
struct MeasuredImportJobs: ImportJobs {
    let base: any ImportJobs
    let metrics: JobMetrics

    func importRuns() async throws(ServiceFault) -> [ImportRun] {
        try await base.importRuns()
    }

    func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
        try await metrics.measured(.importing) { () async throws(ServiceFault) in try await base.advance(run) }
    }
}
