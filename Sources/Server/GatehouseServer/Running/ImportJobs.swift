// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseUserPools
package import GatehouseWire

/// The import jobs that a server runs.
package protocol ImportJobs: Sendable {
    /// The running jobs.
    func importRuns() async throws(ServiceFault) -> [ImportRun]
    /// Processes the next rows of a job.
    func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport
}

extension ImportRunner: ImportJobs {
    package func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
        try await advance(run, rows: 100)
    }
}

/// The import jobs of a process that runs them only while no other one does.
struct OnDutyImportJobs: ImportJobs {
    let base: any ImportJobs
    let nodes: any Nodes

    func importRuns() async throws(ServiceFault) -> [ImportRun] {
        guard nodes.duty != .elsewhere else { return [] }
        return try await base.importRuns()
    }

    func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
        // Another process may have taken the jobs since they were listed.
        guard let report = try await nodes.onDuty({ () async throws(ServiceFault) in try await base.advance(run) })
        else { throw ServiceFault(unforeseen: LeaseLost(name: .jobs)) }
        return report
    }
}
