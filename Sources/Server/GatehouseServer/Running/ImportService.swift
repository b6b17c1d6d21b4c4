// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseGateway
import GatehouseMeasurements
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
package import Logging
import ServiceLifecycle

/// Runs the started import jobs, one step of each in turn, and looks for new ones when none is running.
///
/// It logs the lines that Cognito writes to CloudWatch: one line for each row without a created user, with its number
/// and the reason, and without contents of the row.
package struct ImportService: Service {
    /// The pause of a job after a failed step, in seconds.
    package static let rest: TimeInterval = 5

    private let jobs: any ImportJobs
    private let clock: WallClock
    private let logger: Logger
    private let failures = OutageLog()
    private let pause: @Sendable () async throws -> Void

    /// Creates the service; `pause` waits until the next search for jobs and throws when the task is cancelled.
    package init(
        _ jobs: any ImportJobs, clock: WallClock, logger: Logger,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    ) {
        self.jobs = jobs
        self.clock = clock
        self.logger = logger
        self.pause = pause
    }

    /// Runs until a graceful shutdown; a failed step is logged, once a minute for each cause, and retried after a pause.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var resting: [ImportRun: Date] = [:]
            while !Task.isCancelled {
                guard await round(&resting) == 0 else { continue }
                guard (try? await pause()) != nil else { return }
            }
        }
    }

    /// Runs one step of every job without a pause; a failing job does not delay the others.
    /// - Returns: the number of steps.
    private func round(_ resting: inout [ImportRun: Date]) async -> Int {
        // A pause that is longer than usual comes from a clock that was set back.
        let now = clock.now
        resting = resting.filter { $0.value > now && $0.value.timeIntervalSince(now) <= Self.rest }
        var steps = 0
        do {
            for run in try await jobs.importRuns() where resting[run] == nil && !Task.isCancelled {
                do {
                    steps += try await step(of: run)
                } catch {
                    complain(error)
                    resting[run] = clock.now.addingTimeInterval(Self.rest)
                }
            }
        } catch {
            complain(error)
        }
        return steps
    }

    private func step(of run: ImportRun) async throws(ServiceFault) -> Int {
        let report = try await jobs.advance(run)
        log(report)
        return report.job == nil ? 0 : 1
    }

    private func complain(_ error: ServiceFault) {
        let cause = "\(error.cause ?? error)"
        guard let omitted = failures.admits(cause) else { return }
        logger.warning("An import job could not continue", metadata: ["cause": "\(cause)", "omitted": "\(omitted)"])
    }

    private func log(_ report: ImportReport) {
        for row in report.rows {
            var metadata = Self.names(of: report)
            metadata["line"] = .stringConvertible(row.line)
            switch row.fate {
            case .imported:
                logger.debug("Row imported", metadata: metadata)
            case .skipped:
                logger.info("Row skipped: the user already exists", metadata: metadata)
            case .failed(let refusal):
                metadata["reason"] = .stringConvertible(refusal)
                logger.notice("Row failed", metadata: metadata)
            }
        }
        guard let job = report.job, !job.status.isRunning else { return }
        if let cause = report.cause {
            var metadata = Self.names(of: report)
            metadata["cause"] = "\(cause)"
            logger.error("A chunk of an import job's file could not be opened", metadata: metadata)
        }
        var metadata = Self.names(of: report)
        metadata["status"] = .string(job.status.rawValue)
        metadata["imported"] = .stringConvertible(job.progress.imported)
        metadata["skipped"] = .stringConvertible(job.progress.skipped)
        metadata["failed"] = .stringConvertible(job.progress.failed)
        logger.notice("Import job ended", metadata: metadata)
    }

    private static func names(of report: ImportReport) -> Logger.Metadata {
        ["pool": .string(report.run.poolID), "job": .string(report.run.jobID)]
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
