// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseMeasurements
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

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
