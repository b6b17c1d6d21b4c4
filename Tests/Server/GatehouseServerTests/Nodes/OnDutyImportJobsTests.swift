// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import GatehouseTestSupport
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseServer
@testable import GatehouseUserPools

/// The import jobs of a node that has the lease of jobs, or has it not.
@Suite(.hangLimit) struct OnDutyImportJobsTests {
    private static let run = ImportRun(poolID: "pool", jobID: "job")

    /// One job, which notes the lease of each step.
    private final class OneJob: ImportJobs {
        let leases = Mutex<[Lease?]>([])

        func importRuns() async throws(ServiceFault) -> [ImportRun] { [OnDutyImportJobsTests.run] }

        func advance(_ run: ImportRun) async throws(ServiceFault) -> ImportReport {
            leases.withLock { $0.append(Lease.current) }
            return ImportReport(run: run)
        }
    }

    /// A process whose duty does not change.
    private struct FixedNodes: Nodes {
        let duty: Duty

        func fenced(_ database: any SQLDatabase) -> any SQLDatabase { database }
        func leave() async throws {}
    }

    @Test func `a process that is alone runs jobs without a lease, and a holder under its lease`() async throws {
        let lease = Lease(name: .jobs, holder: "process", number: 7)
        for (duty, expected) in [(Duty.alone, nil), (.under(lease), lease)] as [(Duty, Lease?)] {
            let base = OneJob()
            let jobs = OnDutyImportJobs(base: base, nodes: FixedNodes(duty: duty))
            #expect(try await jobs.importRuns() == [Self.run])
            #expect(try await jobs.advance(Self.run).run == Self.run)
            #expect(base.leases.withLock { $0 } == [expected])
            #expect(Lease.current == nil)
        }
    }

    @Test func `another process sees no job, and does no step of one that it has seen before`() async throws {
        let base = OneJob()
        let jobs = OnDutyImportJobs(base: base, nodes: FixedNodes(duty: .elsewhere))
        #expect(try await jobs.importRuns().isEmpty)
        let fault = await #expect(throws: ServiceFault.self) { _ = try await jobs.advance(Self.run) }
        #expect(fault?.code == .serviceUnavailable)
        #expect(base.leases.withLock { $0 }.isEmpty)
    }
}
